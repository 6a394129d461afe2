package dev.mayfly.test.couchbase;

import dev.mayfly.face.couchbase.language.function.N1qlFunctions;
import dev.mayfly.test.harness.FacePage;
import dev.mayfly.test.harness.Row;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The page about this face says what the tests say, and nothing beside. */
final class CouchbasePageTest extends FacePage {
    private static final Set<String> LISTS = Set.of("counts", "opcodes", "calls", "statements", "functions");

    CouchbasePageTest() {
        super("docs/faces/couchbase.md", "the server");
    }

    @Override
    protected Set<String> lists() {
        return LISTS;
    }

    @Test
    void opcodesOfThePageAreThoseThatAreTried() {
        check("opcodes", OpcodeTour.markdown());
    }

    @Test
    void callsOfThePageAreThoseThatAreTried() {
        check("calls", RestTour.markdown());
    }

    @Test
    void statementsOfThePageAreThoseThatAreTried() {
        check("statements", QueryTour.markdown());
    }

    @Test
    void functionsOfThePageAreThoseThatThereAre() {
        check("functions", code(N1qlFunctions.names()) + "\n");
    }

    @Test
    void countsOfThePageAreThoseOfTheTests() {
        StringBuilder counts = new StringBuilder("| | here | of | not here |\n|---|---|---|---|\n");
        counts.append(count("opcodes", OpcodeTour.all(), OpcodeTour.Entry::isSupported, each -> each.name()));
        counts.append(count("REST calls", RestTour.all(), RestTour.Call::isSupported, each -> each.name()));
        counts.append(count("features of N1QL", QueryTour.all(), QueryTour.Feature::isSupported, each -> each.name()));
        counts.append("| functions | ").append(N1qlFunctions.names().size()).append(" | | |\n");
        List<Row> rows = rows(_ -> true);
        long alike = rows.stream().filter(row -> row.unlike().isEmpty()).count();
        counts.append("| rules of expiry | ")
                .append(rows.size())
                .append(" | ")
                .append(rows.size())
                .append(" | |\n| of these as the server to the letter | ")
                .append(alike)
                .append(" | ")
                .append(rows.size())
                .append(" | each says what is different |\n");
        check("counts", counts.toString());
    }
}
