// Every script needs these: a client, the server's clock, and a way to show what happened.
import https from 'node:https';
import { CosmosClient } from '@azure/cosmos';

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

/** The status of what must be refused, with its substatus if there is one. */
export async function refused(request) {
  try {
    await request();
  } catch (error) {
    if (error.code === undefined) {
      throw error;
    }
    return error.substatus ? `${error.code}/${error.substatus}` : error.code;
  }
  return 'not refused';
}

/** Runs a script with a client of the endpoint it was given; whatever goes wrong is told, and ends it. */
export async function run(script) {
  const [endpoint, key, admin] = process.argv.slice(2);
  const agent = endpoint.startsWith('https:') ? new https.Agent({ rejectUnauthorized: false, keepAlive: true }) : undefined;
  const client = new CosmosClient({ endpoint, key, agent });
  try {
    await script(client, admin);
    client.dispose();
    agent?.destroy();
  } catch (error) {
    console.log(`failed: ${error.stack} ${JSON.stringify(error.body ?? error.code)}`);
    process.exit(1);
  }
}
