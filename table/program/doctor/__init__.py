"""The device doctor: it examines every part and says in one line that it is well, or what to do."""
