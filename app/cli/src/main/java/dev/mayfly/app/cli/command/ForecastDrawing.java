package dev.mayfly.app.cli.command;

import dev.mayfly.app.cli.show.Output;
import dev.mayfly.app.cli.show.Words;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A forecast as bars. */
final class ForecastDrawing {
    private static final int WIDTH = 40;
    /** The unit in which the past is counted; finer bars of it cannot be drawn. */
    private static final long PAST_MILLIS = 300_000;

    /** The number of empty bars in a row from which they are drawn as one line. */
    private static final int RUN = 3;

    private static final String FULL = "█";
    private static final String[] PARTS = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};

    private final Output output;
    private final boolean bytes;

    ForecastDrawing(Output output, boolean bytes) {
        this.output = output;
        this.bytes = bytes;
    }

    void draw(JsonNode forecast) {
        List<JsonNode> buckets = List.copyOf(forecast.path("buckets").values());
        long greatest = buckets.stream().mapToLong(this::amount).max().orElse(0);
        boolean hasPast = buckets.stream().anyMatch(bucket -> expired(bucket) > 0);
        output.line(output.heading((bytes ? "Bytes" : "Documents") + " by "
                + Words.duration(forecast.path("bucketMillis").asLong())
                + (forecast.path("exact").asBoolean(true) ? "" : ", approximate")
                + (hasPast ? "; ▒ has expired" : "")
                + (hasPast && forecast.path("bucketMillis").asLong() < PAST_MILLIS
                        ? ", counted by five minutes"
                        : "")));
        int width = buckets.stream()
                .mapToInt(bucket -> words(amount(bucket)).length())
                .max()
                .orElse(0);
        int at = 0;
        while (at < buckets.size()) {
            int end = emptyUntil(buckets, at);
            if (end - at > RUN) {
                output.line(from(buckets.get(at)) + "  " + " ".repeat(width - 1) + "·  nothing for "
                        + Words.duration(
                                (end - at) * forecast.path("bucketMillis").asLong()));
                at = end;
            } else {
                line(buckets.get(at), greatest, width);
                at++;
            }
        }
        Map<String, String> rest = new LinkedHashMap<>();
        put(rest, "expired", forecast.path("hidden"), " still stored");
        put(rest, "before", forecast.path("sooner"), "");
        put(rest, "later", forecast.path("beyond"), "");
        put(rest, "never", forecast.path("never"), "");
        put(rest, "not counted yet", forecast.path("uncounted"), "");
        putProperties(rest, forecast);
        output.line("");
        Output.rows(output.out(), rest);
    }

    private static void put(Map<String, String> rest, String name, JsonNode amount, String more) {
        boolean isRare = name.equals("before");
        if (!amount.isMissingNode() && !(isRare && amount.path("documents").asLong() == 0)) {
            rest.put(name, Policies.amount(amount) + more);
        }
    }

    /** Properties have no size, so that there are no bars of them. */
    private static void putProperties(Map<String, String> rest, JsonNode forecast) {
        JsonNode properties = forecast.path("properties");
        if (properties.isMissingNode()) {
            return;
        }
        long within = properties.path("sooner").asLong();
        for (JsonNode bucket : forecast.path("buckets")) {
            within += bucket.path("properties").asLong();
        }
        rest.put(
                "properties",
                Words.count(within) + " die in this time, "
                        + Words.count(properties.path("beyond").asLong()) + " later; "
                        + Words.count(properties.path("hidden").asLong()) + " hidden and not taken out yet");
    }

    private int emptyUntil(List<JsonNode> buckets, int from) {
        int end = from;
        while (end < buckets.size() && amount(buckets.get(end)) == 0) {
            end++;
        }
        return end;
    }

    private void line(JsonNode bucket, long greatest, int width) {
        String figure = words(amount(bucket));
        String gone = scaled(expired(bucket), greatest, "▒");
        String due = bar(due(bucket), greatest);
        String line =
                from(bucket) + "  " + " ".repeat(width - figure.length()) + figure + "  " + gone + output.bar(due);
        output.line(line.stripTrailing());
    }

    private static String from(JsonNode bucket) {
        return Words.instant(bucket.path("from"));
    }

    private long amount(JsonNode bucket) {
        return due(bucket) + expired(bucket);
    }

    private long due(JsonNode bucket) {
        return bucket.path(bytes ? "bytes" : "documents").asLong();
    }

    private long expired(JsonNode bucket) {
        return bucket.path(bytes ? "expiredBytes" : "expired").asLong();
    }

    private String words(long amount) {
        return bytes ? Words.bytes(amount) : Words.count(amount);
    }

    private static String scaled(long amount, long greatest, String block) {
        return greatest == 0 ? "" : block.repeat((int) Math.round((double) amount / greatest * WIDTH));
    }

    /** Draws a bar in eighths of a character; any amount above zero is visible. */
    private static String bar(long amount, long greatest) {
        if (amount == 0 || greatest == 0) {
            return "";
        }
        int eighths = Math.max(1, (int) Math.round((double) amount / greatest * WIDTH * PARTS.length));
        return FULL.repeat(eighths / PARTS.length) + PARTS[eighths % PARTS.length];
    }
}
