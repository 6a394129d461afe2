package dev.mayfly.test.conformance.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A class is named by the noun that an engineer of the field would search for, and a name stands for one thing. */
final class NamesTest {
    /** One word that ends as a participle does; it says what was done and not to what. */
    private static final Pattern PARTICIPLE = Pattern.compile("[A-Z][a-z]+(ed|ing)");

    private static final Set<String> IRREGULAR =
            Set.of("Found", "Given", "Held", "Hidden", "Kept", "Left", "Met", "Past", "Seen", "Told", "Written");

    /** Nouns of the field that end like participles. */
    private static final Set<String> NOUNS = Set.of("Feed", "Framing", "Setting", "Training", "Tuning");

    /** Images that have had a class here, each of which the field has a word for. */
    private static final Set<String> METAPHORS = Set.of(
            "Belongings",
            "Border",
            "Census",
            "Chronicle",
            "Chronicler",
            "Doorman",
            "Gate",
            "Gatekeeper",
            "Ledger",
            "Looks",
            "Mortal",
            "Outlook",
            "Parcel",
            "Patience",
            "Rehearsal",
            "Remains",
            "Salvage",
            "Vault",
            "Verdicts",
            "Ways");

    private static Stream<JavaClass> named() {
        return TheHouse.CLASSES.stream()
                .filter(JavaClass::isTopLevelClass)
                .filter(each -> !each.getPackageName().startsWith("dev.mayfly.test"))
                .filter(each -> !each.getSimpleName().equals("package-info"));
    }

    @Test
    void noTwoPublicClassesShareAName() {
        Map<String, List<String>> packages = new TreeMap<>();
        named().filter(each -> each.getModifiers().contains(JavaModifier.PUBLIC))
                .forEach(each -> packages.computeIfAbsent(each.getSimpleName(), _ -> new ArrayList<>())
                        .add(each.getPackageName()));
        packages.values().removeIf(homes -> homes.size() == 1);
        assertEquals(Map.of(), packages);
    }

    @Test
    void noClassIsNamedByAParticipleAlone() {
        assertEquals(
                List.of(),
                named().map(JavaClass::getSimpleName)
                        .filter(NamesTest::isParticiple)
                        .sorted()
                        .toList());
    }

    private static boolean isParticiple(String name) {
        return IRREGULAR.contains(name) || PARTICIPLE.matcher(name).matches() && !NOUNS.contains(name);
    }

    @Test
    void noClassIsNamedByAnImage() {
        assertEquals(
                List.of(),
                named().map(JavaClass::getSimpleName)
                        .filter(METAPHORS::contains)
                        .sorted()
                        .toList());
    }
}
