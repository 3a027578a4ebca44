  induction points with
  | nil => rfl
  | cons x points ih =>
    show (if keep x = true then kept keep points + 1 else kept keep points) +
      (if Bool.not (keep x) = true then kept (fun x => Bool.not (keep x)) points + 1
        else kept (fun x => Bool.not (keep x)) points) = points.length + 1
    cases h : keep x
    · show kept keep points + (kept (fun x => Bool.not (keep x)) points + 1) = points.length + 1
      rw [← Nat.add_assoc, ih]
    · show (kept keep points + 1) + kept (fun x => Bool.not (keep x)) points = points.length + 1
      rw [Nat.add_assoc, Nat.add_comm 1, ← Nat.add_assoc, ih]
