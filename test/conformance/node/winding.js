// Makes the shell live in the time of a server on a virtual clock: to sleep is to wind that, and a date without arguments is its.
const SystemDate = Date;
let now = db.adminCommand({ mayflyClock: 1 }).now.getTime();
globalThis.Date = class extends SystemDate {
  constructor(...values) {
    super(...(values.length > 0 ? values : [now]));
  }
};
globalThis.sleep = (millis) => {
  now = db.adminCommand({ mayflyClock: 1, advance: `${millis}ms` }).now.getTime();
};
