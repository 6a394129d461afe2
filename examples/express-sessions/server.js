import { MongoClient } from 'mongodb';
import { basketApp } from './app.js';

const client = await new MongoClient(process.env.MONGODB_URL ?? 'mongodb://127.0.0.1:27017').connect();
basketApp(client).listen(3000, () => console.log('http://localhost:3000/basket'));
