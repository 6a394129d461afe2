package dev.mayfly.face.mongo.language.value;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.ValueOrder;
import dev.mayfly.base.document.View;
import java.nio.charset.StandardCharsets;
import java.text.Collator;
import java.text.ParseException;
import java.text.RuleBasedCollator;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** How texts compare: by their bytes, or as a language has them. Immutable and safe for concurrent use. */
public final class Collation {
    /*
     * A collation turns every text into another one, its key, such that keys compare by their bytes as the texts do in
     * the language. What compares values therefore knows nothing of collations: it is given values whose texts are
     * replaced by keys. Names of fields stay as they are.
     */
    public static final Collation SIMPLE = new Collation(new BsonDocument("locale", new BsonString("simple")), null);

    /** In Java's rules blanks and hyphens count only when all else is equal; here they are characters like others. */
    private static final String LOWEST = "<'_'";

    private static final String WITH_BLANKS = "<' '<'_'<'-'";

    /** There are as many as Java has rules of languages, times three. */
    private static final Map<Order, RuleBasedCollator> COLLATORS = new ConcurrentHashMap<>();

    private final BsonDocument spec;
    private final @Nullable RuleBasedCollator collator;

    private Collation(BsonDocument spec, @Nullable RuleBasedCollator collator) {
        this.spec = spec;
        this.collator = collator;
    }

    /** The order of a language; strength 1 compares letters alone, 2 accents too, 3 upper and lower case as well. */
    static Collation of(BsonDocument spec, Locale locale, int strength) {
        String rules = ((RuleBasedCollator) Collator.getInstance(locale)).getRules();
        return new Collation(spec, COLLATORS.computeIfAbsent(new Order(rules, strength), Order::collator));
    }

    private record Order(String rules, int strength) {
        RuleBasedCollator collator() {
            try {
                RuleBasedCollator collator = new RuleBasedCollator(rules.replace(LOWEST, WITH_BLANKS));
                collator.setStrength(strength - 1);
                collator.setDecomposition(Collator.CANONICAL_DECOMPOSITION);
                return collator;
            } catch (ParseException impossible) {
                throw new IllegalStateException("rules that were read from a collator", impossible);
            }
        }
    }

    public boolean isSimple() {
        return collator == null;
    }

    /** As it is listed, with every option. */
    public BsonDocument spec() {
        return spec;
    }

    /** The key of a text: as many characters below 256 as the language's key has bytes. */
    private String textKey(String text) {
        RuleBasedCollator own = collator;
        if (own == null) {
            return text;
        }
        return new String(own.getCollationKey(text).toByteArray(), StandardCharsets.ISO_8859_1);
    }

    /** The value with keys for its texts. */
    public BsonValue fold(BsonValue value) {
        if (collator == null) {
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
        if (collator == null) {
            return value;
        }
        return switch (value.type()) {
            case STRING, SYMBOL, OBJECT, ARRAY -> new CollatedView(value, this);
            default -> value;
        };
    }

    /** Compares in Mongo's order, with texts as this collation has them. */
    public int compare(BsonValue left, BsonValue right) {
        if (Trees.same(left, right)) {
            return 0;
        }
        return ValueOrder.compare(fold(TreeView.of(left)), fold(TreeView.of(right)));
    }

    public boolean equal(BsonValue left, BsonValue right) {
        return compare(left, right) == 0;
    }

    /** Sorts what is missing as null is sorted. */
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

    /** The options as they are listed. */
    static BsonDocument listed(String locale, int strength) {
        return new BsonDocument("locale", new BsonString(locale))
                .append("caseLevel", BsonBoolean.FALSE)
                .append("caseFirst", new BsonString("off"))
                .append("strength", new BsonInt32(strength))
                .append("numericOrdering", BsonBoolean.FALSE)
                .append("alternate", new BsonString("non-ignorable"))
                .append("maxVariable", new BsonString("punct"))
                .append("normalization", BsonBoolean.FALSE)
                .append("backwards", BsonBoolean.FALSE)
                .append("version", new BsonString("57.1"));
    }
}
