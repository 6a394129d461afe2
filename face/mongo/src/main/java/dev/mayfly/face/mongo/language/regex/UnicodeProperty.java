package dev.mayfly.face.mongo.language.regex;

import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Characters by a property of Unicode: a general category, the first letter of some, or a script. */
final class UnicodeProperty {
    private static final Map<String, Integer> CATEGORIES = Map.ofEntries(
            Map.entry("Cc", (int) Character.CONTROL),
            Map.entry("Cf", (int) Character.FORMAT),
            Map.entry("Cn", (int) Character.UNASSIGNED),
            Map.entry("Co", (int) Character.PRIVATE_USE),
            Map.entry("Cs", (int) Character.SURROGATE),
            Map.entry("Ll", (int) Character.LOWERCASE_LETTER),
            Map.entry("Lm", (int) Character.MODIFIER_LETTER),
            Map.entry("Lo", (int) Character.OTHER_LETTER),
            Map.entry("Lt", (int) Character.TITLECASE_LETTER),
            Map.entry("Lu", (int) Character.UPPERCASE_LETTER),
            Map.entry("Mc", (int) Character.COMBINING_SPACING_MARK),
            Map.entry("Me", (int) Character.ENCLOSING_MARK),
            Map.entry("Mn", (int) Character.NON_SPACING_MARK),
            Map.entry("Nd", (int) Character.DECIMAL_DIGIT_NUMBER),
            Map.entry("Nl", (int) Character.LETTER_NUMBER),
            Map.entry("No", (int) Character.OTHER_NUMBER),
            Map.entry("Pc", (int) Character.CONNECTOR_PUNCTUATION),
            Map.entry("Pd", (int) Character.DASH_PUNCTUATION),
            Map.entry("Pe", (int) Character.END_PUNCTUATION),
            Map.entry("Pf", (int) Character.FINAL_QUOTE_PUNCTUATION),
            Map.entry("Pi", (int) Character.INITIAL_QUOTE_PUNCTUATION),
            Map.entry("Po", (int) Character.OTHER_PUNCTUATION),
            Map.entry("Ps", (int) Character.START_PUNCTUATION),
            Map.entry("Sc", (int) Character.CURRENCY_SYMBOL),
            Map.entry("Sk", (int) Character.MODIFIER_SYMBOL),
            Map.entry("Sm", (int) Character.MATH_SYMBOL),
            Map.entry("So", (int) Character.OTHER_SYMBOL),
            Map.entry("Zl", (int) Character.LINE_SEPARATOR),
            Map.entry("Zp", (int) Character.PARAGRAPH_SEPARATOR),
            Map.entry("Zs", (int) Character.SPACE_SEPARATOR));

    private UnicodeProperty() {}

    /** The characters that have the property; null for a name that there is not. */
    static @Nullable CodePoints of(String name) {
        Integer category = CATEGORIES.get(name);
        if (category != null) {
            int wanted = category;
            return point -> Character.getType(point) == wanted;
        }
        return switch (name) {
            case "Any" -> _ -> true;
            case "L&" -> UnicodeProperty::isCased;
            case "Xan" -> point -> point != '_' && CodePoints.UNICODE_WORD.contains(point);
            case "Xwd" -> CodePoints.UNICODE_WORD;
            case "Xsp", "Xps" -> CodePoints.UNICODE_SPACE;
            default -> name.length() == 1 ? ofLetter(name) : ofScript(name);
        };
    }

    private static boolean isCased(int point) {
        return switch (Character.getType(point)) {
            case Character.LOWERCASE_LETTER, Character.UPPERCASE_LETTER, Character.TITLECASE_LETTER -> true;
            default -> false;
        };
    }

    private static @Nullable CodePoints ofLetter(String letter) {
        boolean[] wanted = new boolean[32];
        boolean isKnown = false;
        for (Map.Entry<String, Integer> category : CATEGORIES.entrySet()) {
            if (category.getKey().startsWith(letter)) {
                wanted[category.getValue()] = true;
                isKnown = true;
            }
        }
        return isKnown ? point -> wanted[Character.getType(point)] : null;
    }

    private static @Nullable CodePoints ofScript(String name) {
        try {
            Character.UnicodeScript script = Character.UnicodeScript.forName(name);
            return point -> Character.UnicodeScript.of(point) == script;
        } catch (IllegalArgumentException _) {
            return null;
        }
    }
}
