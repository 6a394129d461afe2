package dev.mayfly.test.conformance.mongo;

import dev.mayfly.test.harness.FacePage;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The page about this face says what the tests say, and nothing beside. */
final class MongoPageTest extends FacePage {
    private static final String COMMANDS = "commands";
    private static final String COUNTS = "counts";
    private static final String ROLES = "roles";

    MongoPageTest() {
        super("docs/faces/mongo.md", "MongoDB");
    }

    @Override
    protected Set<String> lists() {
        Set<String> names = new TreeSet<>(kinds());
        names.addAll(Set.of(COMMANDS, COUNTS, ROLES));
        return names;
    }

    @Test
    void commandsOfThePageAreThoseThatTheDriverTries() {
        check(COMMANDS, CommandTour.markdown());
    }

    @Test
    void rolesOfThePageAreThoseThatAreTried() {
        check(ROLES, RoleMatrix.markdown());
    }

    static Set<String> kinds() {
        return LanguageTour.all().keySet();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void languageOfThePageIsThatWhichTheDriverTries(String kind) {
        check(kind, LanguageTour.markdown(LanguageTour.all().getOrDefault(kind, List.of())));
    }

    @Test
    void countsOfThePageAreThoseOfTheTests() {
        check(COUNTS, Counts.markdown(classes()));
    }
}
