// Runs inside of mongosh, after what it does by itself when it connects.
const seen = (what, ...values) => print(what + ': ' + values.map((value) => EJSON.stringify(value)).join(', '));
const began = db.hello().localTime.getTime();
db.getSiblingDB('shell').dropDatabase();
use('shell');
seen('database', db.getName());
seen('created', db.sessions.createIndex({ seen: 1 }, { expireAfterSeconds: 60 }));
seen('inserted', db.sessions.insertMany([
  { _id: 1, seen: new Date(began) },
  { _id: 2, seen: new Date(began + 86400000) },
  { _id: 3 },
]).insertedIds);
seen('indexes', db.sessions.getIndexes());
seen('changed', db.runCommand({ collMod: 'sessions', index: { keyPattern: { seen: 1 }, expireAfterSeconds: 3600 } }));
seen('counted', db.sessions.countDocuments(), db.sessions.estimatedDocumentCount());
seen('found', db.sessions.find({}, { seen: 0 }).sort({ _id: -1 }).toArray());
seen('updated', db.sessions.updateMany({}, { $set: { n: 1 } }).modifiedCount);
seen('deleted', db.sessions.deleteOne({ _id: 3 }).deletedCount);
seen('collections', db.getCollectionNames());
seen('databases', db.adminCommand({ listDatabases: 1, nameOnly: true }).databases.map((each) => each.name).filter((name) => name === 'shell'));
const plan = db.sessions.find({ _id: 1 }).explain('executionStats');
seen('explained', plan.queryPlanner.namespace, plan.executionStats.nReturned);
seen('statistics', db.sessions.stats().count, db.stats().db);
seen('monitor', db.adminCommand({ getParameter: 1, ttlMonitorEnabled: 1 }).ttlMonitorEnabled);
seen('switched', db.adminCommand({ setParameter: 1, ttlMonitorSleepSecs: 30 }).was, db.adminCommand({ setParameter: 1, ttlMonitorSleepSecs: 60 }).was);
try {
  db.runCommand({ nonsense: 1 });
} catch (error) {
  seen('refused', error.code, error.codeName);
}
