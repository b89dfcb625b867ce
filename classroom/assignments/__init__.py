"""One module an assignment. What it has to have: `classroom.questions`."""
