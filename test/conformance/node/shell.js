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
const statistics = db.sessions.stats({ indexDetails: false });
seen('collection', statistics.ns, statistics.nindexes, Object.keys(statistics.indexSizes), statistics.capped, statistics.size > 0);
seen('sizes', db.sessions.totalSize() > 0, db.sessions.dataSize() > 0, db.sessions.isCapped());
seen('database', db.stats().collections, db.stats(1024).scaleFactor, db.stats().indexes);
const running = db.currentOp(true).inprog;
seen('running', running.some((each) => each.command?.aggregate === 1), db.getSiblingDB('admin').aggregate([{ $currentOp: { allUsers: true } }]).toArray().length > 0);
seen('killed', db.killOp(123456789).ok);
seen('shell knows', db.version().split('.')[0], db.isMaster().ismaster, typeof db.hostInfo().os.type, db.serverBuildInfo().bits);
seen('commands', db.listCommands() !== undefined, db.adminCommand('ping').ok, db.runCommand({ dbStats: 1 }).ok);
seen('status', db.serverStatus().metrics.ttl.passes >= 0, db.getMongo().getDBNames().includes('shell'));
seen('profiler', db.getProfilingStatus().was, db.setProfilingLevel(0).was);
seen('logs', db.adminCommand({ getLog: 'global' }).ok, db.adminCommand({ getLog: '*' }).names.length > 0);
seen('validated', db.sessions.validate().valid);
seen('hidden', db.sessions.hideIndex('seen_1').hidden_new, db.sessions.unhideIndex('seen_1').hidden_new);
seen('modified', db.sessions.findAndModify({ query: { _id: 2 }, update: { $inc: { n: 1 } }, new: true, fields: { n: 1 } }));
seen('aggregated', db.sessions.aggregate([{ $collStats: { count: {} } }, { $project: { count: 1 } }]).toArray());
seen('indexed', db.sessions.aggregate([{ $indexStats: {} }, { $project: { name: 1, _id: 0 } }, { $sort: { name: 1 } }]).toArray());
seen('distinct', db.sessions.distinct('n'));
seen('bulk', db.sessions.bulkWrite([{ insertOne: { document: { _id: 9 } } }, { deleteOne: { filter: { _id: 9 } } }]).deletedCount);
seen('cursor', db.sessions.find().batchSize(1).toArray().length, db.sessions.find().hint({ _id: 1 }).itcount());
seen('renamed', db.sessions.renameCollection('stays').ok, db.stays.drop(), db.dropDatabase().ok);
seen('monitor', db.adminCommand({ getParameter: 1, ttlMonitorEnabled: 1 }).ttlMonitorEnabled);
seen('switched', db.adminCommand({ setParameter: 1, ttlMonitorSleepSecs: 30 }).was, db.adminCommand({ setParameter: 1, ttlMonitorSleepSecs: 60 }).was);
try {
  db.runCommand({ nonsense: 1 });
} catch (error) {
  seen('refused', error.code, error.codeName);
}
