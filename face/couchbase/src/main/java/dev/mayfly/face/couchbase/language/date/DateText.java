package dev.mayfly.face.couchbase.language.date;

import java.time.ZonedDateTime;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A text that was recognised as a date without a format: a day with dashes, slashes or points, a time, or both with a
 * {@code T} or spaces between, perhaps with a fraction of the second and a zone.
 */
public record DateText(ZonedDateTime date, DateFormat format) {
    /** The forms that are tried first, on texts of their own length. */
    private static final List<DateFormat> COMMON = List.of(
            DateFormat.ofLayout("2006-01-02T15:04:05.999Z07:00"),
            DateFormat.ofLayout("2006-01-02 15:04:05.999Z07:00"),
            DateFormat.ofLayout("2006-01-02T15:04:05.999Z0700"),
            DateFormat.ofLayout("2006-01-02 15:04:05.999Z0700"),
            DateFormat.ofLayout("2006-01-02T15:04:05.999Z07"),
            DateFormat.ofLayout("2006-01-02 15:04:05.999Z07"),
            DateFormat.ofLayout("2006-01-02T15:04:05Z07:00"),
            DateFormat.ofLayout("2006-01-02 15:04:05Z07:00"),
            DateFormat.ofLayout("2006-01-02T15:04:05Z0700"),
            DateFormat.ofLayout("2006-01-02 15:04:05Z0700"),
            DateFormat.ofLayout("2006-01-02T15:04:05Z07"),
            DateFormat.ofLayout("2006-01-02 15:04:05Z07"),
            DateFormat.ofLayout("2006-01-02T15:04:05.999"),
            DateFormat.ofLayout("2006-01-02 15:04:05.999"),
            DateFormat.ofLayout("2006-01-02T15:04:05"),
            DateFormat.ofLayout("2006-01-02 15:04:05"),
            DateFormat.ofLayout("2006-01-02"),
            DateFormat.ofLayout("15:04:05.999Z07:00"),
            DateFormat.ofLayout("15:04:05Z07:00"),
            DateFormat.ofLayout("15:04:05.000000000"),
            DateFormat.ofLayout("15:04:05.000000"),
            DateFormat.ofLayout("15:04:05.999"),
            DateFormat.ofLayout("15:04:05"));

    private static final RecentFormats RECENT = new RecentFormats(DateFormat::ofLayout);

    /** The date that a text says, or null if it is not recognised. */
    public static @Nullable DateText parse(String text) {
        for (DateFormat format : COMMON) {
            ZonedDateTime date = format.toString().length() == text.length() ? format.read(text) : null;
            if (date != null) {
                return new DateText(date, format);
            }
        }
        String layout = new Layout(text.strip()).find();
        if (layout.isEmpty()) {
            return null;
        }
        DateFormat format = RECENT.get(layout);
        ZonedDateTime date = format.read(text);
        return date == null ? null : new DateText(date, format);
    }

    /** Finds out in which form a text is written. */
    private static final class Layout {
        private final String text;
        private final StringBuilder layout = new StringBuilder();
        private int at;

        Layout(String text) {
            this.text = text;
        }

        /** The form as the reference time says it, or nothing. */
        String find() {
            if (text.length() < 8) {
                return "";
            }
            boolean known = text.length() >= 10 && "/.-".indexOf(text.charAt(4)) >= 0 ? day() : time();
            return known && at == text.length() ? layout.toString() : "";
        }

        private boolean day() {
            char separator = text.charAt(4);
            if (text.charAt(7) != separator || !digits(0, 4) || !digits(5, 7) || !digits(8, 10)) {
                return false;
            }
            layout.append("2006")
                    .append(separator)
                    .append("01")
                    .append(separator)
                    .append("02");
            at = 10;
            if (at == text.length()) {
                return true;
            }
            char between = text.charAt(at);
            layout.append(between);
            at += between == ' ' ? spaces() : 1;
            return (between == 'T' || between == ' ') && (at == text.length() || time());
        }

        private boolean time() {
            if (!digits(at, at + 2) || !is(at + 2, ':') || !digits(at + 3, at + 5)) {
                return false;
            }
            layout.append("15:04");
            at += 5;
            if (at == text.length()) {
                return true;
            }
            if (!is(at, ':') || !digits(at + 1, at + 3)) {
                return false;
            }
            layout.append(":05");
            at += 3;
            return fraction() && (at == text.length() || zone());
        }

        private boolean fraction() {
            if (!is(at, '.')) {
                return true;
            }
            int end = at + 1;
            while (digits(end, end + 1)) {
                end++;
            }
            int digits = end - at - 1;
            at = end;
            layout.append('.').append("9".repeat((digits + 2) / 3 * 3));
            return digits > 0 && digits <= 9;
        }

        private boolean zone() {
            int spaces = spaces();
            at += spaces;
            layout.append(spaces > 0 ? " Z" : "Z");
            if (is(at, 'Z')) {
                at++;
                layout.append("07:00");
                return true;
            }
            if (!is(at, '+') && !is(at, '-') || !digits(at + 1, at + 3)) {
                return false;
            }
            int rest = text.length() - at;
            boolean hasColon = rest == 6 && is(at + 3, ':') && digits(at + 4, at + 6);
            boolean isPlain = rest == 5 && digits(at + 3, at + 5);
            layout.append(hasColon ? "07:00" : isPlain ? "0700" : "07");
            at = text.length();
            return hasColon || isPlain || rest == 3;
        }

        private int spaces() {
            int end = at;
            while (is(end, ' ')) {
                end++;
            }
            return end - at;
        }

        private boolean is(int index, char c) {
            return index < text.length() && text.charAt(index) == c;
        }

        private boolean digits(int from, int until) {
            for (int i = from; i < until; i++) {
                if (i >= text.length() || text.charAt(i) < '0' || text.charAt(i) > '9') {
                    return false;
                }
            }
            return true;
        }
    }
}
