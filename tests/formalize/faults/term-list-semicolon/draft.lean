theorem two_entries : [1; 2].length = 2 := by sorry
