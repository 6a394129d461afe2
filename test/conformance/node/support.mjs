// Every script needs these: where the server is, its clock, and a way to show what happened.
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

/** The instant that deadlines are compared with. */
export async function now(admin) {
  const answer = await fetch(`${admin}/api/v1/clock`);
  return Date.parse((await answer.json()).now.iso);
}

/** Runs a script with the addresses it was given; whatever goes wrong is told, and ends it. */
export async function run(script) {
  const [uri, admin] = process.argv.slice(2);
  try {
    await script(uri, admin);
  } catch (error) {
    console.log(`failed: ${error.stack}`);
    process.exit(1);
  }
}
