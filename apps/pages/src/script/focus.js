/** What went wrong is read first: the list of faults gets the focus. */
document.getElementById('faults')?.focus()
