package dev.mayfly.app.console.page;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers, sizes and times as people read them. */
final class Show {
    private static final DateTimeFormatter INSTANT =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final String[] SIZES = {"B", "KiB", "MiB", "GiB", "TiB", "PiB"};
    private static final Pattern SECONDS = Pattern.compile("^(\\d{3,12}) s(?= )");
    private static final Pattern AUDITED_SECONDS = Pattern.compile("\\b(\\d{1,12}) s\\b");
    private static final Pattern SETTING_UNIT = Pattern.compile("(\\d+)(d|h|m|s)");
    private static final Pattern NAME_PART = Pattern.compile("[^/.]*[/.]?");
    private static final double KIBI = 1_024;
    /** A space at which no line ends. */
    private static final char NO_BREAK = '\u00a0';

    private static final long SECOND = 1_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long HOUR = 60 * MINUTE;
    private static final long DAY = 24 * HOUR;
    private static final long YEAR = 365 * DAY;

    private Show() {}

    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Formats a count with its noun, which takes an s unless the count is one. */
    static String count(long number, String noun) {
        return count(number) + " " + noun + (number == 1 ? "" : "s");
    }

    /** Formats a count with a noun whose plural has a form of its own. */
    static String count(long number, String one, String many) {
        return count(number) + " " + (number == 1 ? one : many);
    }

    /** Formats a size in units of 1,024, as the command line does. */
    static String bytes(long bytes) {
        double size = bytes;
        int unit = 0;
        while (Math.abs(size) >= KIBI && unit < SIZES.length - 1) {
            size /= KIBI;
            unit++;
        }
        return unit == 0 ? bytes + " B" : String.format(Locale.ROOT, "%.1f %s", size, SIZES[unit]);
    }

    /** Formats a rate per second. */
    static String rate(double perSecond) {
        return perSecond == 0 || perSecond >= 10
                ? count(Math.round(perSecond)) + "/s"
                : String.format(Locale.ROOT, perSecond < 1 ? "%.2f/s" : "%.1f/s", perSecond);
    }

    /** A time that is short, to three figures. */
    static String millis(double millis) {
        if (millis >= SECOND) {
            return String.format(Locale.ROOT, "%,.2f s", millis / SECOND);
        }
        return String.format(Locale.ROOT, millis < 1 ? "%.3f ms" : millis < 10 ? "%.2f ms" : "%.1f ms", millis);
    }

    /** Formats a duration in its two largest units. */
    static String duration(long millis) {
        long left = Math.abs(millis);
        String sign = millis < 0 ? "-" : "";
        if (left < SECOND) {
            return sign + left + " ms";
        }
        if (left < MINUTE) {
            return sign + left / SECOND + " s";
        }
        if (left < HOUR) {
            return sign + two(left, MINUTE, "min", SECOND, "s");
        }
        if (left < DAY) {
            return sign + two(left, HOUR, "h", MINUTE, "min");
        }
        return sign + (left < YEAR ? two(left, DAY, "d", HOUR, "h") : two(left, YEAR, "y", DAY, "d"));
    }

    private static String two(long millis, long unit, String name, long smaller, String smallerName) {
        long rest = millis % unit / smaller;
        return count(millis / unit) + " " + name + (rest == 0 ? "" : " " + rest + " " + smallerName);
    }

    /** Formats an instant in UTC, to the second. */
    static String instant(long epochMillis) {
        return epochMillis == Facts.NO_INSTANT ? "never" : INSTANT.format(Instant.ofEpochMilli(epochMillis));
    }

    static String iso(long epochMillis) {
        return Instant.ofEpochMilli(epochMillis).toString();
    }

    /** Returns the part's share of the whole in hundredths, for the width of a bar. */
    static double share(long part, long whole) {
        return whole <= 0 ? 0 : Math.clamp(100.0 * part / whole, 0, 100);
    }

    /** Without a point where it is whole. */
    static String plain(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }

    /** Returns a rule in words; a large number of seconds is also given in larger units. */
    static String rule(String words) {
        Matcher seconds = SECONDS.matcher(words);
        if (!seconds.find()) {
            return title(words);
        }
        long millis = Long.parseLong(seconds.group(1)) * SECOND;
        return title(count(millis / SECOND) + " s (" + duration(millis) + ")" + words.substring(seconds.end()));
    }

    /** Returns the words of the audit with each number of seconds in larger units where nothing is lost by that. */
    static String audited(String words) {
        return AUDITED_SECONDS.matcher(words.replace(" + 0 s", "")).replaceAll(found -> {
            long millis = Long.parseLong(found.group(1)) * SECOND;
            boolean isExact = millis < HOUR
                    || (millis < DAY ? millis % MINUTE : millis < YEAR ? millis % HOUR : millis % DAY) == 0;
            return (isExact ? duration(millis) : found.group()).replace(' ', NO_BREAK);
        });
    }

    /** Returns a duration as settings have it, such as {@code 1d12h}, as the pages write it. */
    static String spaced(String duration) {
        return SETTING_UNIT
                .matcher(duration)
                .replaceAll(found -> found.group(1) + " " + (found.group(2).equals("m") ? "min" : found.group(2)) + " ")
                .stripTrailing();
    }

    /** Takes a name apart where a line may end within it: behind each slash and point. */
    static List<String> nameParts(String name) {
        return NAME_PART
                .matcher(name)
                .results()
                .map(MatchResult::group)
                .filter(part -> !part.isEmpty())
                .toList();
    }

    /** Takes a sentence apart: what stood between backquotes begins with one. */
    static List<String> parts(String sentence) {
        String[] pieces = title(sentence).split("`", -1);
        List<String> parts = new ArrayList<>();
        for (int index = 0; index < pieces.length; index++) {
            if (!pieces[index].isEmpty()) {
                parts.add(index % 2 == 1 ? "`" + pieces[index] : pieces[index]);
            }
        }
        return parts;
    }

    /** Cuts a text to {@code most} characters; never splits a character. */
    static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = Character.isHighSurrogate(text.charAt(most - 1)) ? most - 1 : most;
        return text.substring(0, end) + "…";
    }

    /** Returns the words with a capital first letter. */
    static String title(String words) {
        return words.isEmpty() ? words : words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }
}
