package dev.mayfly.base.document;

import java.util.Arrays;
import java.util.Comparator;
import org.bson.BsonJavaScriptWithScope;
import org.bson.BsonRegularExpression;

/** The total order of all values, as MongoDB sorts them. */
public final class ValueOrder {
    /*
     * Values of different brackets compare as their brackets do. Inside a bracket: numbers by exact value, text by its
     * UTF-8 bytes, objects field by field (bracket of the value, then name, then value; the one that ends first is
     * less), arrays element by element, binaries by length, subtype, bytes. KeyWriter encodes this very order.
     */
    public static final Comparator<View> COMPARATOR = ValueOrder::compare;

    private ValueOrder() {}

    /** Negative, zero or positive; values of one bracket that are equal compare as zero whatever their types. */
    public static int compare(View a, View b) {
        ValueType type = a.type();
        int order = Integer.compare(type.bracket(), b.type().bracket());
        if (order != 0) {
            return order;
        }
        return switch (type) {
            case MIN_KEY, MAX_KEY, UNDEFINED, NULL -> 0;
            case INT32, INT64, DOUBLE, DECIMAL128 -> NumberOrder.compare(a, b);
            case STRING, SYMBOL -> compareText(a, b);
            case OBJECT -> compareObjects(a.fields(), b.fields());
            case ARRAY -> compareArrays(a.fields(), b.fields());
            case BINARY -> compareBinaries(BsonTrees.rawBinary(a), BsonTrees.rawBinary(b));
            case OBJECT_ID -> a.objectIdValue().compareTo(b.objectIdValue());
            case BOOLEAN -> Boolean.compare(a.booleanValue(), b.booleanValue());
            case DATE -> Long.compare(a.dateMillis(), b.dateMillis());
            case TIMESTAMP -> Long.compareUnsigned(timestamp(a), timestamp(b));
            case REGEX -> compareRegexes(a, b);
            case DB_POINTER -> compareBinaries(pointerBytes(a), pointerBytes(b));
            case JAVASCRIPT -> compareUtf8(javaScript(a), javaScript(b));
            case JAVASCRIPT_WITH_SCOPE -> compareScoped(a, b);
        };
    }

    static long timestamp(View view) {
        return view.toBsonValue().asTimestamp().getValue();
    }

    static String javaScript(View view) {
        return view.toBsonValue().asJavaScript().getCode();
    }

    /** Namespace and id: of one length whenever the namespaces are. */
    static byte[] pointerBytes(View view) {
        byte[] namespace = Utf8.bytes(view.toBsonValue().asDBPointer().getNamespace());
        byte[] id = view.toBsonValue().asDBPointer().getId().toByteArray();
        byte[] both = Arrays.copyOf(namespace, namespace.length + id.length);
        System.arraycopy(id, 0, both, namespace.length, id.length);
        return both;
    }

    private static int compareText(View a, View b) {
        if (a instanceof BsonView x && b instanceof BsonView y) {
            return Arrays.compareUnsigned(
                    x.bytes(), x.textFrom(), x.textUntil(), y.bytes(), y.textFrom(), y.textUntil());
        }
        return compareUtf8(a.stringValue(), b.stringValue());
    }

    private static int compareUtf8(String a, String b) {
        return Arrays.compareUnsigned(Utf8.bytes(a), Utf8.bytes(b));
    }

    private static int compareBinaries(byte[] a, byte[] b) {
        int order = Integer.compare(a.length, b.length);
        return order != 0 ? order : Arrays.compareUnsigned(a, b);
    }

    private static int compareObjects(View.Fields a, View.Fields b) {
        while (a.next()) {
            if (!b.next()) {
                return 1;
            }
            View left = a.value();
            View right = b.value();
            int order = Integer.compare(left.type().bracket(), right.type().bracket());
            if (order == 0) {
                order = compareUtf8(a.name(), b.name());
            }
            if (order == 0) {
                order = compare(left, right);
            }
            if (order != 0) {
                return order;
            }
        }
        return b.next() ? -1 : 0;
    }

    private static int compareArrays(View.Fields a, View.Fields b) {
        while (a.next()) {
            if (!b.next()) {
                return 1;
            }
            int order = compare(a.value(), b.value());
            if (order != 0) {
                return order;
            }
        }
        return b.next() ? -1 : 0;
    }

    private static int compareRegexes(View a, View b) {
        BsonRegularExpression left = a.toBsonValue().asRegularExpression();
        BsonRegularExpression right = b.toBsonValue().asRegularExpression();
        int order = compareUtf8(left.getPattern(), right.getPattern());
        return order != 0 ? order : compareUtf8(left.getOptions(), right.getOptions());
    }

    private static int compareScoped(View a, View b) {
        BsonJavaScriptWithScope left = a.toBsonValue().asJavaScriptWithScope();
        BsonJavaScriptWithScope right = b.toBsonValue().asJavaScriptWithScope();
        int order = compareUtf8(left.getCode(), right.getCode());
        return order != 0 ? order : compare(TreeView.of(left.getScope()), TreeView.of(right.getScope()));
    }
}
