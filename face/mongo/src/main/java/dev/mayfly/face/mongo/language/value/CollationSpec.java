package dev.mayfly.face.mongo.language.value;

import static dev.mayfly.face.mongo.language.value.Refusals.badValue;

import dev.mayfly.face.mongo.language.QueryException;
import dev.mayfly.face.mongo.language.ShellText;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Reads a collation as a client writes it. */
public final class CollationSpec {
    private static final String STRENGTH = "strength";
    private static final int TERTIARY = 3;
    private static final int IDENTICAL = 5;

    /** Every option that changes how texts compare, with the only value that is built. */
    private static final Map<String, String> ONLY = Map.of(
            "caseLevel", "false",
            "caseFirst", "off",
            "numericOrdering", "false",
            "alternate", "non-ignorable",
            "backwards", "false");

    /** Options that change nothing where texts are brought into one form and nothing is ignored. */
    private static final Set<String> WITHOUT_EFFECT = Set.of("maxVariable", "normalization", "version");

    private static final Set<String> LANGUAGES = Arrays.stream(Locale.getAvailableLocales())
            .map(Locale::getLanguage)
            .collect(Collectors.toUnmodifiableSet());

    private CollationSpec() {}

    /**
     * The collation that a document asks for; an empty one asks for none.
     *
     * @throws QueryException when MongoDB would refuse it, or when it is beyond what is supported
     */
    public static Collation parse(BsonDocument spec) {
        if (spec.isEmpty()) {
            return Collation.SIMPLE;
        }
        BsonValue locale = spec.get("locale");
        if (locale == null) {
            throw new QueryException(
                    40414, "IDLFailedToParse", "BSON field 'collation.locale' is missing but a required field");
        }
        if (!locale.isString()) {
            throw wrongType("locale", locale, "type 'string'");
        }
        requireKnown(spec);
        String name = locale.asString().getValue();
        if (name.equals("simple")) {
            if (spec.size() > 1) {
                throw badValue("If locale is 'simple', no other collation options may be specified. Found: "
                        + ShellText.of(spec));
            }
            return Collation.SIMPLE;
        }
        int strength = strength(spec);
        return Collation.of(Collation.listed(name, strength), language(name, spec), strength);
    }

    private static void requireKnown(BsonDocument spec) {
        for (Map.Entry<String, BsonValue> option : spec.entrySet()) {
            String name = option.getKey();
            String only = ONLY.get(name);
            if (only != null && !text(option.getValue()).equals(only)) {
                throw notSupported("the collation option '" + name + "'");
            }
            if (only == null && !WITHOUT_EFFECT.contains(name) && !name.equals("locale") && !name.equals(STRENGTH)) {
                throw new QueryException(
                        40415, "IDLUnknownField", "BSON field 'collation." + name + "' is an unknown field.");
            }
        }
    }

    private static String text(BsonValue value) {
        return switch (value.getBsonType()) {
            case STRING -> value.asString().getValue();
            case BOOLEAN -> Boolean.toString(value.asBoolean().getValue());
            default -> "";
        };
    }

    private static int strength(BsonDocument spec) {
        BsonValue strength = spec.get(STRENGTH);
        if (strength == null) {
            return TERTIARY;
        }
        if (!strength.isNumber()) {
            throw wrongType(STRENGTH, strength, "types '[long, int, decimal, double]'");
        }
        int number = strength.asNumber().intValue();
        if (number < 1 || number > IDENTICAL) {
            throw badValue("Enumeration value '" + number + "' for field 'collation.strength' is not a valid value.");
        }
        if (number > TERTIARY) {
            throw notSupported("the collation strength " + number);
        }
        return number;
    }

    private static Locale language(String name, BsonDocument spec) {
        if (name.indexOf('@') >= 0) {
            throw notSupported("the collation locale '" + name + "'");
        }
        Locale locale = Locale.forLanguageTag(name.replace('_', '-'));
        if (locale.getLanguage().isEmpty() || !LANGUAGES.contains(locale.getLanguage())) {
            throw badValue("Field 'locale' is invalid in: " + ShellText.of(spec));
        }
        return locale;
    }

    private static QueryException wrongType(String field, BsonValue value, String expected) {
        return new QueryException(
                14,
                "TypeMismatch",
                "BSON field 'collation." + field + "' is the wrong type '" + TypeNames.of(value) + "', expected "
                        + expected);
    }

    private static QueryException notSupported(String what) {
        return new QueryException(115, "CommandNotSupported", what + " is not supported by this server");
    }
}
