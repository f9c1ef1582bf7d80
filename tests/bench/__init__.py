"""What `make bench` measures. Ratios within one run are the result; single times depend on the machine."""
