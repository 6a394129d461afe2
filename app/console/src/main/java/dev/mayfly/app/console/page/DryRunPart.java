package dev.mayfly.app.console.page;

import java.util.List;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The effect of a change of policy: a part of the drawer in which it is made. */
final class DryRunPart {
    private static final JsonMapper MAPPER = new JsonMapper();

    /**
     * The model of the part.
     *
     * @param before the forecast without the change as JSON, or empty
     * @param after the forecast with it
     */
    record Model(Facts facts, List<Reach> reaches, String before, String after) {
        /** What becomes of properties of documents that stay, or nothing. */
        Facts properties() {
            return facts.at("properties");
        }

        /** The number of properties that the change hides at once. */
        long hiddenProperties() {
            return properties().at("expires").number("now")
                    - properties().at("expiresUnchanged").number("now");
        }

        long hiddenMore() {
            Reach now = reaches.getFirst();
            return now.changed().number("documents") - now.unchanged().number("documents");
        }

        long hiddenMoreBytes() {
            Reach now = reaches.getFirst();
            return now.changed().number("bytes") - now.unchanged().number("bytes");
        }
    }

    /** The documents expired by a time ahead, without the change and with it. */
    record Reach(String words, String name, Facts unchanged, Facts changed) {}

    Html show(Visit visit) {
        CollectionPath path = CollectionPath.of(visit.request());
        Facts facts = visit.api()
                .ask(path.api() + "/policy/dry-run", visit.query("policy"))
                .required();
        List<Reach> reaches = List.of(
                reach(facts, "now", "now"),
                reach(facts, "within an hour", "withinHour"),
                reach(facts, "within a day", "withinDay"),
                reach(facts, "within a week", "withinWeek"));
        Model model = new Model(facts, reaches, dense(facts.at("before")), dense(facts.at("after")));
        return out -> JtedryrunGenerated.render(out, NoInterceptor.INSTANCE, model);
    }

    private static Reach reach(Facts facts, String words, String name) {
        return new Reach(
                words,
                name,
                facts.at("expiresUnchanged").at(name),
                facts.at("expires").at(name));
    }

    /** The columns of a forecast that leaves out buckets in which nothing falls due; empty where there is none. */
    private static String dense(Facts forecast) {
        long bucket = forecast.number("bucketMillis");
        if (bucket <= 0) {
            return "";
        }
        long from = forecast.instant("from");
        int buckets = (int) Math.ceilDiv(forecast.instant("until") - from, bucket);
        long[] documents = new long[buckets];
        long[] bytes = new long[buckets];
        for (Facts each : forecast.list("buckets")) {
            int index = (int) ((each.instant("from") - from) / bucket);
            documents[index] = each.number("documents");
            bytes[index] = each.number("bytes");
        }
        ObjectNode plot = MAPPER.createObjectNode();
        plot.put("bucket", bucket / 1000);
        ArrayNode starts = plot.putArray("from");
        ArrayNode counts = plot.putArray("documents");
        ArrayNode sizes = plot.putArray("bytes");
        for (int index = 0; index < buckets; index++) {
            starts.add((from + index * bucket) / 1000);
            counts.add(documents[index]);
            sizes.add(bytes[index]);
        }
        return MAPPER.writeValueAsString(plot);
    }
}
