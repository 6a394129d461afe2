// Every script needs these: a cluster, the server's clock, and a way to show what happened.
import couchbase from 'couchbase';

export { couchbase };

export function show(what, ...values) {
  console.log(`${what}: ${values.map((value) => JSON.stringify(value)).join(', ')}`);
}

/** Winds the server's clock; what expired is gone when it answers. */
export async function advance(admin, by) {
  const answer = await fetch(`${admin}/api/v1/clock/advance?by=${by}`, { method: 'POST' });
  if (!answer.ok) {
    throw new Error(`the clock: ${answer.status} ${await answer.text()}`);
  }
}

/** The name of the error of what must be refused. */
export async function refused(request) {
  try {
    await request();
  } catch (error) {
    return error.constructor.name;
  }
  return 'not refused';
}

/** Runs a script with a cluster that is connected; whatever goes wrong is told, and ends it. */
export async function run(script) {
  const [connection, username, password, admin] = process.argv.slice(2);
  let cluster;
  try {
    cluster = await couchbase.connect(connection, { username, password });
    await script(cluster, admin);
    await cluster.close();
    process.exit(0);
  } catch (error) {
    console.log(`failed: ${error.stack} ${JSON.stringify(error.cause ?? error.context)}`);
    process.exit(1);
  }
}
