"""Orders: who is nominated, and which units are issued one."""
