"""What people play with: SDK, bots, demonstration, load, and the web page's source and build."""
