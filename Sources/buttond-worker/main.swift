Worker.main()
