package dev.mayfly.face.mongo.language.value;

import com.ibm.icu.text.Collator;
import com.ibm.icu.text.RawCollationKey;
import com.ibm.icu.text.RuleBasedCollator;
import com.ibm.icu.util.ULocale;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;

/** The order of texts in a language, by ICU. The only class that knows ICU, so that it is loaded when it is needed. */
final class LanguageOrder {
    private static final int IDENTICAL = 5;

    /** The name of the locale that has no name in ICU because it is the root of all. */
    static final String ROOT = "root";

    /** Variants that are a language's standard by now, and have lost their names. */
    private static final Map<String, String> STANDARD =
            Map.of("zh@collation=pinyin", "zh", "sv@collation=reformed", "sv");

    private final RuleBasedCollator collator;

    private LanguageOrder(RuleBasedCollator collator) {
        this.collator = collator;
    }

    /** @param spec with options of the right types; those it does not name are as the language has them */
    static LanguageOrder of(BsonDocument spec) {
        String locale = spec.getString("locale").getValue();
        RuleBasedCollator collator = collator(STANDARD.getOrDefault(locale, locale));
        spec.forEach((option, value) -> set(collator, option, value));
        return new LanguageOrder((RuleBasedCollator) collator.freeze());
    }

    private static RuleBasedCollator collator(String locale) {
        return ((RuleBasedCollator) Collator.getInstance(new ULocale(locale))).cloneAsThawed();
    }

    /** The name under which ICU knows a locale; of one that it does not know, the nearest. */
    static String nearest(String locale) {
        if (STANDARD.containsKey(locale)) {
            return locale;
        }
        String name = collator(locale).getLocale(ULocale.VALID_LOCALE).getName();
        return name.isEmpty() ? ROOT : name;
    }

    private static void set(RuleBasedCollator collator, String option, BsonValue value) {
        switch (option) {
            case "caseLevel" -> collator.setCaseLevel(isTrue(value));
            case "caseFirst" -> setCaseFirst(collator, text(value));
            case "strength" -> {
                int strength = value.asNumber().intValue();
                collator.setStrength(strength == IDENTICAL ? Collator.IDENTICAL : strength - 1);
            }
            case "numericOrdering" -> collator.setNumericCollation(isTrue(value));
            case "alternate" -> collator.setAlternateHandlingShifted(text(value).equals("shifted"));
            case "maxVariable" ->
                collator.setMaxVariable(
                        text(value).equals("space") ? Collator.ReorderCodes.SPACE : Collator.ReorderCodes.PUNCTUATION);
            case "normalization" ->
                collator.setDecomposition(isTrue(value) ? Collator.CANONICAL_DECOMPOSITION : Collator.NO_DECOMPOSITION);
            case "backwards" -> collator.setFrenchCollation(isTrue(value));
            default -> {}
        }
    }

    private static void setCaseFirst(RuleBasedCollator collator, String first) {
        switch (first) {
            case "upper" -> collator.setUpperCaseFirst(true);
            case "lower" -> collator.setLowerCaseFirst(true);
            default -> {
                collator.setUpperCaseFirst(false);
                collator.setLowerCaseFirst(false);
            }
        }
    }

    private static boolean isTrue(BsonValue value) {
        return value.asBoolean().getValue();
    }

    private static String text(BsonValue value) {
        return value.asString().getValue();
    }

    /** Every option as it is in force. */
    BsonDocument options(String locale) {
        int strength = collator.getStrength();
        return new BsonDocument("locale", new BsonString(locale))
                .append("caseLevel", BsonBoolean.valueOf(collator.isCaseLevel()))
                .append("caseFirst", new BsonString(caseFirst()))
                .append("strength", new BsonInt32(strength == Collator.IDENTICAL ? IDENTICAL : strength + 1))
                .append("numericOrdering", BsonBoolean.valueOf(collator.getNumericCollation()))
                .append(
                        "alternate",
                        new BsonString(collator.isAlternateHandlingShifted() ? "shifted" : "non-ignorable"))
                .append(
                        "maxVariable",
                        new BsonString(collator.getMaxVariable() == Collator.ReorderCodes.SPACE ? "space" : "punct"))
                .append(
                        "normalization",
                        BsonBoolean.valueOf(collator.getDecomposition() == Collator.CANONICAL_DECOMPOSITION))
                .append("backwards", BsonBoolean.valueOf(collator.isFrenchCollation()));
    }

    private String caseFirst() {
        return collator.isUpperCaseFirst() ? "upper" : collator.isLowerCaseFirst() ? "lower" : "off";
    }

    /** The key of a text: as many characters below 256 as ICU's key has bytes, but for the zero at its end. */
    String key(String text) {
        RawCollationKey key = collator.getRawCollationKey(text, new RawCollationKey());
        return new String(key.bytes, 0, key.size - 1, StandardCharsets.ISO_8859_1);
    }

    /** Changes whenever keys may be other ones than before. */
    String version() {
        return "icu-" + collator.getVersion();
    }
}
