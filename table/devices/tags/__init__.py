"""The card of each tag, the record on a tag, and the enrolment of cards."""
