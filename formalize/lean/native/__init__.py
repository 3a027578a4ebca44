"""Programs that run by path in a process of their own, without site-packages; nothing else imports them."""
