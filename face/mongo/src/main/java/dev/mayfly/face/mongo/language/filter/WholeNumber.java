package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.value.ShellText;
import org.bson.BsonValue;

/** Arguments that must be whole numbers. */
public final class WholeNumber {
    static final int FAILED_TO_PARSE = 9;

    private WholeNumber() {}

    public static long of(String operator, BsonValue spec) {
        String element = operator + ": " + ShellText.of(spec);
        if (!isNumber(spec)) {
            throw failed("Expected a number in: " + element);
        }
        TreeView view = TreeView.of(spec);
        double value = view.doubleValue();
        if (Double.isNaN(value)) {
            throw failed("Expected an integer, but found NaN in: " + element);
        }
        if (value >= 0x1p63 || value < -0x1p63) {
            throw failed("Cannot represent as a 64-bit integer: " + element);
        }
        if (value != Math.rint(value)) {
            throw failed("Expected an integer: " + element);
        }
        return view.longValue();
    }

    static boolean isNumber(BsonValue value) {
        return value.isNumber() || value.isDecimal128();
    }

    private static QueryException failed(String message) {
        return new QueryException(FAILED_TO_PARSE, "FailedToParse", message);
    }
}
