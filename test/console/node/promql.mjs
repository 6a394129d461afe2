// Reads expressions, a JSON array of texts, and prints those that the grammar of Prometheus does not accept, with the place
// where it stumbles.
import { readFileSync } from "node:fs";
import { parser } from "@prometheus-io/lezer-promql";

for (const expression of JSON.parse(readFileSync(0, "utf8"))) {
  let at = -1;
  parser.parse(expression).iterate({
    enter: node => { if (node.type.isError && at < 0) at = node.from; },
  });
  if (at >= 0) console.log(`${at}: ${expression}`);
}
