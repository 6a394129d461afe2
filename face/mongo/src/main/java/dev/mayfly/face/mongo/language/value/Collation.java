package dev.mayfly.face.mongo.language.value;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.ValueOrder;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.RequestGuard;
import java.util.Comparator;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The order of texts: by their bytes, or by the rules of a language. Immutable and safe for concurrent use. */
public final class Collation {
    /*
     * A collation turns every text into another one, its key, such that keys compare by their bytes as the texts do in
     * the language. Code that compares values therefore knows nothing of collations: it is given values whose texts are
     * replaced by keys. Names of fields stay as they are.
     */
    public static final Collation SIMPLE = new Collation(new BsonDocument("locale", new BsonString("simple")), null);

    private static final int CHARACTERS_OF_STEP = 1_024;

    private final BsonDocument spec;
    private final @Nullable LanguageOrder order;

    private Collation(BsonDocument spec, @Nullable LanguageOrder order) {
        this.spec = spec;
        this.order = order;
    }

    /** @param spec with every option, as it is listed */
    static Collation of(BsonDocument spec, LanguageOrder order) {
        return new Collation(spec, order);
    }

    public boolean isSimple() {
        return order == null;
    }

    /** As it is listed, with every option. */
    public BsonDocument spec() {
        return spec;
    }

    /** Returns the version of the text keys: other keys have another version. Empty where texts are their own keys. */
    public String keyVersion() {
        return order == null ? "" : order.version();
    }

    private String textKey(String text) {
        return order == null ? text : order.key(text);
    }

    /** The value with keys for its texts. */
    public BsonValue fold(BsonValue value) {
        if (order == null) {
            return value;
        }
        return switch (value.getBsonType()) {
            case STRING -> new BsonString(textKey(value.asString().getValue()));
            case SYMBOL -> new BsonString(textKey(value.asSymbol().getSymbol()));
            case DOCUMENT -> folded(value.asDocument());
            case ARRAY -> folded(value.asArray());
            default -> value;
        };
    }

    private BsonDocument folded(BsonDocument document) {
        BsonDocument folded = new BsonDocument();
        for (Map.Entry<String, BsonValue> field : document.entrySet()) {
            folded.append(field.getKey(), fold(field.getValue()));
        }
        return folded;
    }

    private BsonArray folded(BsonArray array) {
        BsonArray folded = new BsonArray(array.size());
        for (BsonValue element : array) {
            folded.add(fold(element));
        }
        return folded;
    }

    /** The value with keys for its texts, each made when it is looked at. */
    public View fold(View value) {
        if (order == null) {
            return value;
        }
        return switch (value.type()) {
            case STRING, SYMBOL, OBJECT, ARRAY -> new CollatedView(value, this);
            default -> value;
        };
    }

    /** Compares in Mongo's order, with texts as this collation has them. */
    public int compare(BsonValue left, BsonValue right) {
        RequestGuard.current().steps(1 + Math.min(parts(left), parts(right)));
        if (Trees.same(left, right)) {
            return 0;
        }
        return ValueOrder.compare(fold(TreeView.of(left)), fold(TreeView.of(right)));
    }

    /** Returns the number of steps to visit the value, not counting what is inside its parts. */
    private static long parts(BsonValue value) {
        return switch (value.getBsonType()) {
            case STRING -> value.asString().getValue().length() / CHARACTERS_OF_STEP;
            case DOCUMENT -> value.asDocument().size();
            case ARRAY -> value.asArray().size();
            default -> 0;
        };
    }

    public boolean equal(BsonValue left, BsonValue right) {
        return compare(left, right) == 0;
    }

    /** Compares values, sorting a missing one as null. */
    public int compareWithMissing(@Nullable BsonValue left, @Nullable BsonValue right) {
        return compare(left == null ? BsonNull.VALUE : left, right == null ? BsonNull.VALUE : right);
    }

    public Comparator<BsonValue> order() {
        return this::compare;
    }

    /** The value as a key of hash tables. */
    public ValueKey key(BsonValue value) {
        return new ValueKey(value, fold(value));
    }

    String keyOf(View text) {
        return textKey(text.stringValue());
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof Collation collation && spec.equals(collation.spec);
    }

    @Override
    public int hashCode() {
        return spec.hashCode();
    }
}
