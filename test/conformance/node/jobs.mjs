// Applications keep more in the store than their documents: jobs that wait, limits that wear off, files.
import { Agenda } from 'agenda';
import { MongoBackend } from '@agendajs/mongo-backend';
import { GridFSBucket, MongoClient } from 'mongodb';
import { RateLimiterMongo } from 'rate-limiter-flexible';
import { advance, run, show } from './support.mjs';

await run(async (uri, admin) => {
  // These packages date what they write by this process's clock, so the server's is brought to it first.
  await fetch(`${admin}/api/v1/clock/set?to=${new Date().toISOString()}`, { method: 'POST' });
  const client = await new MongoClient(uri).connect();
  const db = client.db('jobs');

  const agenda = new Agenda({ backend: new MongoBackend({ mongo: db }), processEvery: 100 });
  const ran = new Promise((resolve) => agenda.define('greet', async (job) => resolve(job.attrs.data.name)));
  await agenda.start();
  await agenda.schedule('in 5 years', 'greet', { name: 'late' });
  await agenda.now('greet', { name: 'ann' });
  show('ran', await ran);
  await agenda.stop();
  show('waiting', await db.collection('agendaJobs').countDocuments({ 'data.name': 'late', nextRunAt: { $ne: null } }));

  const limiter = new RateLimiterMongo({ storeClient: client, dbName: 'jobs', points: 2, duration: 3600 });
  const left = async () => limiter.consume('ann').then((result) => result.remainingPoints, (result) => `wait: ${result.msBeforeNext > 0}`);
  show('limited', await left(), await left(), await left());
  const limits = db.collection('rlflx');
  show('limits', (await limits.indexes()).filter((index) => index.expireAfterSeconds === 0).map((index) => index.key));
  await advance(admin, '2h');
  show('worn off', await limits.countDocuments(), await left());

  const bucket = new GridFSBucket(db);
  const upload = bucket.openUploadStream('picture');
  upload.end(Buffer.alloc(600_000, 7));
  await new Promise((resolve, reject) => upload.on('finish', resolve).on('error', reject));
  let bytes = 0;
  for await (const chunk of bucket.openDownloadStreamByName('picture')) {
    bytes += chunk.length;
  }
  show('file', bytes, await db.collection('fs.chunks').countDocuments());
  await bucket.delete(upload.id);
  show('no file', await db.collection('fs.chunks').countDocuments());
  await client.close();
  // A timer of the job in five years would keep the process.
  process.exit(0);
});
