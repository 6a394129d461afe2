package dev.mayfly.face.mongo.language.value;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.badValue;

import dev.mayfly.face.mongo.language.error.QueryException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonType;
import org.bson.BsonValue;

/** Reads a collation as a client writes it, or as it is kept. */
public final class CollationSpec {
    private static final String LOCALE = "locale";
    private static final String STRENGTH = "strength";
    private static final int IDENTICAL = 5;

    /** The version that collations report: MongoDB has stayed with this release of ICU. */
    private static final BsonString VERSION = new BsonString("57.1");

    private static final int INCOMPATIBLE_VERSION = 161;

    /** Each option but the locale and the strength, with its type, and its words if it has only some. */
    private static final Map<String, Option> OPTIONS = Map.of(
            "caseLevel",
            Option.FLAG,
            "caseFirst",
            Option.oneOf("upper", "lower", "off"),
            "numericOrdering",
            Option.FLAG,
            "alternate",
            Option.oneOf("non-ignorable", "shifted"),
            "maxVariable",
            Option.oneOf("punct", "space"),
            "normalization",
            Option.FLAG,
            "backwards",
            Option.FLAG,
            "version",
            new Option(BsonType.STRING, List.of()));

    private record Option(BsonType type, List<String> words) {
        static final Option FLAG = new Option(BsonType.BOOLEAN, List.of());

        static Option oneOf(String... words) {
            return new Option(BsonType.STRING, List.of(words));
        }
    }

    /** Making one is dear and most servers know few; more are made again whenever they are asked for. */
    private static final int KNOWN_MAX = 1000;

    private static final Map<BsonDocument, Collation> ASKED = new ConcurrentHashMap<>();
    private static final Map<BsonDocument, Collation> KEPT = new ConcurrentHashMap<>();

    private CollationSpec() {}

    /**
     * The collation that a document asks for; an empty one asks for none.
     *
     * @throws QueryException when MongoDB would refuse it
     */
    public static Collation parse(BsonDocument spec) {
        return spec.isEmpty() ? Collation.SIMPLE : required(spec);
    }

    /** As above, where a collation must be named. */
    public static Collation required(BsonDocument spec) {
        Collation known = ASKED.get(spec);
        return known == null ? remembered(ASKED, spec, checked(spec)) : known;
    }

    /** A collation that was listed once: what was taken before is understood, even if it is refused by now. */
    public static Collation kept(BsonDocument listed) {
        Collation known = KEPT.get(listed);
        return known == null ? remembered(KEPT, listed, Collation.of(listed, LanguageOrder.of(listed))) : known;
    }

    private static Collation remembered(Map<BsonDocument, Collation> known, BsonDocument spec, Collation collation) {
        if (known.size() < KNOWN_MAX) {
            known.put(spec.clone(), collation);
        }
        return collation;
    }

    private static Collation checked(BsonDocument spec) {
        spec.forEach(CollationSpec::requireOption);
        BsonValue locale = spec.get(LOCALE);
        if (locale == null) {
            throw new QueryException(
                    40414, "IDLFailedToParse", "BSON field 'collation.locale' is missing but a required field");
        }
        String name = locale.asString().getValue();
        if (name.equals("simple")) {
            return Collation.SIMPLE;
        }
        requireLocale(name, spec);
        BsonDocument whole = spec.clone();
        BsonValue strength = spec.get(STRENGTH);
        if (strength != null) {
            whole.put(STRENGTH, new BsonInt32(checkedStrength(strength)));
        }
        LanguageOrder order = LanguageOrder.of(whole);
        BsonDocument listed = order.options(name).append("version", VERSION);
        requireVersion(spec);
        requireEffect(listed, spec);
        return Collation.of(listed, order);
    }

    private static void requireOption(String name, BsonValue value) {
        if (name.equals(LOCALE)) {
            requireType(name, value, BsonType.STRING);
            return;
        }
        if (name.equals(STRENGTH)) {
            if (!Trees.isNumber(value)) {
                throw wrongType(STRENGTH, value, "types '[long, int, decimal, double]'");
            }
            return;
        }
        Option option = OPTIONS.get(name);
        if (option == null) {
            throw new QueryException(
                    40415, "IDLUnknownField", "BSON field 'collation." + name + "' is an unknown field.");
        }
        requireType(name, value, option.type);
        if (!option.words.isEmpty() && !option.words.contains(value.asString().getValue())) {
            throw unknownWord(name, value.asString().getValue());
        }
    }

    private static void requireType(String name, BsonValue value, BsonType type) {
        if (value.getBsonType() != type) {
            throw wrongType(name, value, "type '" + (type == BsonType.BOOLEAN ? "bool" : "string") + "'");
        }
    }

    private static int checkedStrength(BsonValue strength) {
        int number = (int) Numbers.doubleOf(strength);
        if (number < 1 || number > IDENTICAL) {
            throw unknownWord(STRENGTH, Integer.toString(number));
        }
        return number;
    }

    private static QueryException unknownWord(String option, String word) {
        return badValue("Enumeration value '" + word + "' for field 'collation." + option + "' is not a valid value.");
    }

    /** A locale is named as ICU names it, and all of it must mean something. */
    private static void requireLocale(String name, BsonDocument spec) {
        if (name.isEmpty()) {
            throw badValue("Field 'locale' cannot be the empty string in: " + ShellText.of(spec));
        }
        if (name.indexOf('\0') >= 0) {
            throw badValue("Field 'locale' cannot contain null byte. Collation spec: " + ShellText.of(spec));
        }
        String nearest = LanguageOrder.nearest(name);
        if (!nearest.equals(name)) {
            throw badValue("Field 'locale' is invalid in: " + ShellText.of(spec)
                    + (nearest.equals(LanguageOrder.ROOT) ? "" : ". Did you mean '" + nearest + "'?"));
        }
    }

    private static void requireVersion(BsonDocument spec) {
        if (!spec.get("version", VERSION).equals(VERSION)) {
            throw new QueryException(
                    INCOMPATIBLE_VERSION,
                    "IncompatibleCollationVersion",
                    "Requested collation version " + spec.getString("version").getValue()
                            + " but the only available collator version was " + VERSION.getValue()
                            + ". Requested collation spec: " + ShellText.of(spec));
        }
    }

    /** Refuses options that are without effect together. */
    private static void requireEffect(BsonDocument listed, BsonDocument spec) {
        int strength = listed.getInt32(STRENGTH).getValue();
        if (listed.getBoolean("backwards").getValue() && strength == 1) {
            throw badValue("'backwards' is invalid with 'strength' of 1 in: " + ShellText.of(spec));
        }
        boolean sortsCase = !listed.getString("caseFirst").getValue().equals("off");
        if (sortsCase && !listed.getBoolean("caseLevel").getValue() && strength <= 2) {
            throw badValue("'caseFirst' is invalid unless 'caseLevel' is on or 'strength' is greater than 2 in: "
                    + ShellText.of(spec));
        }
    }

    private static QueryException wrongType(String field, BsonValue value, String expected) {
        return new QueryException(
                14,
                "TypeMismatch",
                "BSON field 'collation." + field + "' is the wrong type '" + TypeNames.of(value) + "', expected "
                        + expected);
    }
}
