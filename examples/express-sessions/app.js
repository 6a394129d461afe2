// A basket lives in a session, and a session lives for half an hour after the last request.
import { MongoStore } from 'connect-mongo';
import express from 'express';
import session from 'express-session';

const IDLE_SECONDS = 30 * 60;

export function basketApp(client) {
  const app = express();
  app.use(session({
    secret: process.env.SESSION_SECRET ?? 'for development alone',
    resave: false,
    saveUninitialized: false,
    store: MongoStore.create({ client, dbName: 'shop', ttl: IDLE_SECONDS }),
  }));
  app.post('/basket/:article', (request, response) => {
    request.session.basket = [...(request.session.basket ?? []), request.params.article];
    response.json(request.session.basket);
  });
  app.get('/basket', (request, response) => {
    response.json(request.session.basket ?? []);
  });
  return app;
}
