@echo off
rem The commands of the shell (orrery run, serve, ...), run by the app itself as Node.
setlocal
set ELECTRON_RUN_AS_NODE=1
"%~dp0..\..\Orrery.exe" "%~dp0..\app.asar\out\main\cli.js" %*
