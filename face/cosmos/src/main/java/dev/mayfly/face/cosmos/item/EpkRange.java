package dev.mayfly.face.cosmos.item;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.RequestField;
import dev.mayfly.face.cosmos.resource.ItemForm;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A part of all effective partition keys, to which a request restricts itself.
 *
 * @param from the first of it, in hexadecimal digits; empty for the first of all
 * @param until the first behind it
 */
public record EpkRange(String from, String until) {
    private static final String END = "FF";
    private static final Pattern DIGITS = Pattern.compile("(?:[0-9A-F]{2})*");

    /** Null when the request means all of them. */
    public static @Nullable EpkRange of(CosmosRequest request) {
        String start = request.fields().given(RequestField.START_EPK);
        String end = request.fields().given(RequestField.END_EPK);
        if (start == null && end == null) {
            return null;
        }
        EpkRange range = new EpkRange(digits(start, ""), digits(end, END));
        return range.from.isEmpty() && range.until.equals(END) ? null : range;
    }

    private static String digits(@Nullable String text, String standard) {
        if (text == null) {
            return standard;
        }
        String digits = text.strip().toUpperCase(Locale.ROOT);
        if (!DIGITS.matcher(digits).matches()) {
            throw CosmosException.badRequest("The range of effective partition keys is invalid.");
        }
        return digits;
    }

    public boolean contains(String effectivePartitionKey) {
        return effectivePartitionKey.compareTo(from) >= 0 && effectivePartitionKey.compareTo(until) < 0;
    }

    /** Returns true if an item with this text lies in the range. */
    public boolean contains(ItemForm form, JsonView item) {
        return contains(form.hash().of(form.partition().of(item)));
    }
}
