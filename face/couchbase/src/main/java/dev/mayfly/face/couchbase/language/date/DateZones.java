package dev.mayfly.face.couchbase.language.date;

import java.time.DateTimeException;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Time zones as texts: offsets, names of the time zone database, and the common abbreviations. */
public final class DateZones {
    /** The zone of a server, and of texts that name none. */
    public static final ZoneId LOCAL = ZoneId.of("UTC");

    private static final int HOURS_MIN = -12;
    private static final int HOURS_MAX = 14;
    private static final DateTimeFormatter ABBREVIATION = DateTimeFormatter.ofPattern("zzz", Locale.ENGLISH);

    /** The zones that abbreviations, which are not unique, most often mean. */
    private static final Map<String, String> BY_ABBREVIATION = Map.ofEntries(
            Map.entry("ACST", "Australia/Darwin"),
            Map.entry("AEDT", "Australia/Sydney"),
            Map.entry("AEST", "Australia/Sydney"),
            Map.entry("AET", "Australia/Sydney"),
            Map.entry("AWDT", "Australia/Perth"),
            Map.entry("AWST", "Australia/Perth"),
            Map.entry("BST", "Europe/London"),
            Map.entry("CAT", "Africa/Windhoek"),
            Map.entry("CDT", "CST6CDT"),
            Map.entry("CEDT", "Europe/Paris"),
            Map.entry("CEST", "Europe/Paris"),
            Map.entry("CST", "CST6CDT"),
            Map.entry("EDT", "EST5EDT"),
            Map.entry("EEST", "Europe/Kiev"),
            Map.entry("EST", "EST5EDT"),
            Map.entry("HMT", "Europe/Helsinki"),
            Map.entry("JST", "Asia/Tokyo"),
            Map.entry("KST", "Asia/Seoul"),
            Map.entry("MDT", "MST7MDT"),
            Map.entry("MEDT", "Europe/Paris"),
            Map.entry("MEST", "Europe/Paris"),
            Map.entry("MMT", "Indian/Maldives"),
            Map.entry("MST", "MST7MDT"),
            Map.entry("PDT", "PST8PDT"),
            Map.entry("PST", "PST8PDT"),
            Map.entry("SAST", "Africa/Johannesburg"),
            Map.entry("SGT", "Asia/Singapore"),
            Map.entry("SMT", "Asia/Singapore"),
            Map.entry("WAT", "Africa/Lagos"),
            Map.entry("WEST", "Europe/Lisbon"));

    private DateZones() {}

    /** The forms in which a zone may be written. */
    enum Form {
        /** {@code +05}. */
        HOURS("+00"),
        /** {@code +0530}. */
        DIGITS("+0000"),
        /** {@code +05:30}. */
        COLON("+00:00"),
        /** {@code +053000}. */
        DIGITS_WITH_SECONDS("+000000"),
        /** {@code +05:30:00}. */
        COLONS("+00:00:00"),
        /** The name or the abbreviation of a zone. */
        NAME(""),
        /** {@code Z}. */
        Z("Z");

        static final Set<Form> ALL = Set.copyOf(EnumSet.allOf(Form.class));

        private final String shape;

        Form(String shape) {
            this.shape = shape;
        }

        boolean matches(String text, int at) {
            if (this == NAME || at + shape.length() > text.length()) {
                return this == NAME;
            }
            for (int i = 0; i < shape.length(); i++) {
                char c = text.charAt(at + i);
                boolean same = switch (shape.charAt(i)) {
                    case '+' -> c == '+' || c == '-';
                    case '0' -> c >= '0' && c <= '9';
                    default -> c == shape.charAt(i);
                };
                if (!same) {
                    return false;
                }
            }
            return true;
        }
    }

    /** A zone at the beginning of a text, and the number of its characters. */
    record Found(ZoneId zone, int length) {}

    /** The zone that stands there in one of these forms, or null. */
    static @Nullable Found find(String text, int at, Set<Form> forms) {
        if (forms.contains(Form.COLONS) && Form.COLONS.matches(text, at)) {
            return offset(text, at, Form.COLONS);
        }
        if (forms.contains(Form.COLON) && Form.COLON.matches(text, at)) {
            return offset(text, at, Form.COLON);
        }
        if (forms.contains(Form.DIGITS_WITH_SECONDS) && Form.DIGITS_WITH_SECONDS.matches(text, at)) {
            return offset(text, at, Form.DIGITS_WITH_SECONDS);
        }
        if (forms.contains(Form.DIGITS) && Form.DIGITS.matches(text, at)) {
            return offset(text, at, Form.DIGITS);
        }
        if (forms.contains(Form.HOURS) && Form.HOURS.matches(text, at)) {
            return offset(text, at, Form.HOURS);
        }
        if (forms.contains(Form.Z) && Form.Z.matches(text, at)) {
            return new Found(ZoneOffset.UTC, 1);
        }
        return forms.contains(Form.NAME) ? named(text, at) : null;
    }

    private static @Nullable Found offset(String text, int at, Form form) {
        String digits = text.substring(at + 1, at + form.shape.length()).replace(":", "");
        int sign = text.charAt(at) == '-' ? -1 : 1;
        int hours = sign * Integer.parseInt(digits, 0, 2, 10);
        int minutes = digits.length() > 2 ? Integer.parseInt(digits, 2, 4, 10) : 0;
        int seconds = digits.length() > 4 ? Integer.parseInt(digits, 4, 6, 10) : 0;
        boolean known = hours >= HOURS_MIN && hours <= HOURS_MAX && minutes < 60 && seconds < 60;
        // The seconds of an offset are checked and else not looked at, as in the service.
        return known ? new Found(ZoneOffset.ofHoursMinutes(hours, sign * minutes), form.shape.length()) : null;
    }

    private static @Nullable Found named(String text, int at) {
        int end = at;
        while (end < text.length() && isPartOfName(text.charAt(end))) {
            end++;
        }
        while (end > at && "+-/_".indexOf(text.charAt(end - 1)) >= 0) {
            end--;
        }
        String name = text.substring(at, end);
        ZoneId zone = region(BY_ABBREVIATION.getOrDefault(name, name));
        return zone == null ? null : new Found(zone, end - at);
    }

    private static boolean isPartOfName(char c) {
        return Character.isLetterOrDigit(c) || c == '/' || c == '_' || c == '+' || c == '-';
    }

    private static @Nullable ZoneId region(String name) {
        try {
            return name.isEmpty() ? LOCAL : ZoneId.of(name);
        } catch (DateTimeException _) {
            return null;
        }
    }

    /** The zone of this name or offset, or null if there is none. */
    public static @Nullable ZoneId of(String text) {
        Found found = find(text, 0, Form.ALL);
        return found == null ? null : found.zone();
    }

    /** Returns the zone's abbreviation at this date, such as CEST; for an offset its digits. */
    static String abbreviation(ZonedDateTime date) {
        return date.getZone() instanceof ZoneOffset ? offsetText(date, Form.DIGITS) : ABBREVIATION.format(date);
    }

    /** The zone's full name, such as Europe/Berlin; of an offset its digits. */
    static String fullName(ZonedDateTime date) {
        return date.getZone() instanceof ZoneOffset
                ? offsetText(date, Form.DIGITS)
                : date.getZone().getId();
    }

    /** The offset in a form of digits. */
    static String offsetText(ZonedDateTime date, Form form) {
        int total = date.getOffset().getTotalSeconds();
        int size = Math.abs(total);
        StringBuilder out = new StringBuilder().append(total < 0 ? '-' : '+');
        int[] parts = {size / 3600, size / 60 % 60, size % 60};
        boolean colons = form == Form.COLON || form == Form.COLONS;
        int digits = (int) form.shape.chars().filter(c -> c == '0').count();
        for (int i = 0; i < digits / 2; i++) {
            out.append(i > 0 && colons ? ":" : "")
                    .append(parts[i] < 10 ? "0" : "")
                    .append(parts[i]);
        }
        return out.toString();
    }
}
