// Makes the program from standard input live in the time of the server: a date without arguments is the server's, and to wait
// is to wind the server's clock. Timers of the libraries that it uses stay as they are.
const admin = process.argv.at(-1);

const clock = async (method, path) => {
  const answer = await fetch(`${admin}/api/v1/clock${path}`, { method });
  if (!answer.ok) {
    throw new Error(`the clock: ${answer.status} ${await answer.text()}`);
  }
  return (await answer.json()).now.epochMillis;
};
let now = await clock('GET', '');

/** Whether what has taken this stack was called by the program itself. */
const isProgram = stack => stack.split('\n')[2].includes('[eval');

const SystemDate = Date;
globalThis.Date = class extends SystemDate {
  constructor(...values) {
    super(...(values.length > 0 || !isProgram(new Error().stack) ? values : [now]));
  }
};

const systemTimeout = setTimeout;
globalThis.setTimeout = (done, delay, ...values) => {
  if (!isProgram(new Error().stack)) {
    return systemTimeout(done, delay, ...values);
  }
  clock('POST', `/advance?by=${delay}ms`).then(wound => {
    now = wound;
    done(...values);
  });
};
