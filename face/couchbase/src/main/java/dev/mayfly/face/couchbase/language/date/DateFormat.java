package dev.mayfly.face.couchbase.language.date;

import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A form in which dates are read and written. Immutable. */
public final class DateFormat {
    /*
     * A format may be written in four styles, and its text tells which: with percent signs (%Y-%m-%d), in letters
     * (YYYY-MM-DD), as the reference time of Go (2006-01-02), or as an example (1111-11-11), whose form is that of the
     * date it is taken for. An example that is no date cannot be read with, and writes the default form. All four become
     * a list of elements. Texts of formats mostly come from constants of a statement, so that the last few are kept.
     */
    static final String DEFAULT_LAYOUT = "2006-01-02T15:04:05.999Z07:00";

    /** The default form of dates. */
    public static final DateFormat DEFAULT = ofLayout(DEFAULT_LAYOUT);

    private static final RecentFormats RECENT = new RecentFormats(DateFormat::make);

    private final String source;
    private final List<FormatElement> elements;
    private final boolean isReadable;

    private DateFormat(String source, List<FormatElement> elements, boolean isReadable) {
        this.source = source;
        this.elements = List.copyOf(elements);
        this.isReadable = isReadable;
    }

    /** The format that a text asks for; the empty one asks for the default. */
    public static DateFormat of(String format) {
        return format.isEmpty() ? DEFAULT : RECENT.get(format);
    }

    static DateFormat ofLayout(String layout) {
        return new DateFormat(layout, ReferenceFormat.elements(layout), true);
    }

    private static DateFormat make(String format) {
        if (format.indexOf('%') >= 0) {
            return new DateFormat(format, PercentFormat.elements(format), true);
        }
        Optional<List<FormatElement>> letters = LetterFormat.elements(format);
        if (letters.isPresent()) {
            return new DateFormat(format, letters.get(), true);
        }
        if (isLayout(format)) {
            return ofLayout(format);
        }
        DateText example = DateText.parse(format);
        return example == null
                ? new DateFormat(format, DEFAULT.elements, false)
                : new DateFormat(format, example.format().elements, true);
    }

    /** Returns whether it begins with no digit, or with a number of the reference time. */
    private static boolean isLayout(String format) {
        int end = 0;
        while (end < format.length() && format.charAt(end) >= '0' && format.charAt(end) <= '9') {
            end++;
        }
        String number = format.substring(0, end);
        return end == 0 || number.equals("2006") || number.matches("0?[1-6]");
    }

    /** The date that a text says in this form, or null. */
    public @Nullable ZonedDateTime read(String text) {
        if (!isReadable) {
            return null;
        }
        DateFields fields = new DateFields();
        int at = 0;
        for (FormatElement element : elements) {
            at = at < text.length() ? element.read(text, at, fields) : FormatElement.MISMATCH;
            if (at == FormatElement.MISMATCH) {
                return null;
            }
        }
        return at == text.length() ? fields.date() : null;
    }

    public String write(ZonedDateTime date) {
        StringBuilder out = new StringBuilder();
        for (FormatElement element : elements) {
            element.write(date, out);
        }
        return out.toString();
    }

    @Override
    public String toString() {
        return source;
    }
}
