const { app } = require('electron');
app.exit(app.requestSingleInstanceLock() ? 1 : 7);
