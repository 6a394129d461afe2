package dev.mayfly.app.cli.show;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Figures as people read them. */
public final class Words {
    private static final String[] UNITS = {"B", "KiB", "MiB", "GiB", "TiB"};
    private static final double UNIT = 1024;

    private static final long MILLIS_A_SECOND = 1_000;
    private static final Pattern SECONDS = Pattern.compile("\\b([0-9]{1,12}) s\\b");

    /** The width of a page of help. */
    public static final int WIDTH = 100;

    private Words() {}

    public static String count(long count) {
        return String.format(Locale.ROOT, "%,d", count);
    }

    public static String count(JsonNode count) {
        return count.isMissingNode() || count.isNull() ? "" : count(count.asLong());
    }

    /** {@code 512 B}, {@code 1.5 KiB}. */
    public static String bytes(long bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= UNIT && unit < UNITS.length - 1) {
            value /= UNIT;
            unit++;
        }
        return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", value, UNITS[unit]);
    }

    public static String bytes(JsonNode bytes) {
        return bytes.isMissingNode() || bytes.isNull() ? "" : bytes(bytes.asLong());
    }

    /** The two greatest units: {@code 3d 4h}, {@code 5m 10s}, {@code 250ms}. */
    public static String duration(long millis) {
        if (millis < 0) {
            return "-" + duration(-millis);
        }
        Duration left = Duration.ofMillis(millis);
        if (left.toDays() > 0) {
            return two(left.toDays(), "d", left.toHoursPart(), "h");
        }
        if (left.toHours() > 0) {
            return two(left.toHours(), "h", left.toMinutesPart(), "m");
        }
        if (left.toMinutes() > 0) {
            return two(left.toMinutes(), "m", left.toSecondsPart(), "s");
        }
        return left.toSeconds() > 0 || millis == 0 ? left.toSeconds() + "s" : millis + "ms";
    }

    private static String two(long greater, String unit, long smaller, String of) {
        return greater + unit + (smaller == 0 ? "" : " " + smaller + of);
    }

    /** Returns the time left until a deadline, or says that there is none. */
    public static String left(JsonNode millis) {
        return millis.isNumber() ? duration(millis.asLong()) : "never";
    }

    /** An instant of the admin API. */
    public static String instant(JsonNode instant) {
        return instant.isObject() ? instant.path("iso").asString() : instant.asString("");
    }

    /** A text of the server with its seconds as durations: {@code 86400 s} is {@code 1d}. */
    public static String durations(String text) {
        return SECONDS.matcher(text).replaceAll(found -> duration(Long.parseLong(found.group(1)) * MILLIS_A_SECOND));
    }

    /** A text over several lines, none of which is wider than a page unless a single word is. */
    public static List<String> wrapped(String indent, String text) {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder(indent);
        for (String word : Table.oneLine(text).split(" ", -1)) {
            boolean isBegun = line.length() > indent.length();
            if (isBegun && line.length() + 1 + word.length() > WIDTH) {
                lines.add(line.toString());
                line.setLength(indent.length());
                isBegun = false;
            }
            line.append(isBegun ? " " : "").append(word);
        }
        lines.add(line.toString());
        return lines;
    }

    /** Returns a count with its noun, singular or plural: {@code 1 document}, {@code 2 documents}. */
    public static String of(long count, String noun) {
        return count(count) + " " + noun + (count == 1 ? "" : "s");
    }
}
