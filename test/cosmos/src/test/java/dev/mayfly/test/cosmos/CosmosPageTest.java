package dev.mayfly.test.cosmos;

import dev.mayfly.face.cosmos.language.function.SqlFunctions;
import dev.mayfly.test.harness.FacePage;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.RowTable;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The page about this face says what the tests say, and nothing beside. */
final class CosmosPageTest extends FacePage {
    private static final Set<String> LISTS = Set.of("counts", "operations", "language", "functions");

    CosmosPageTest() {
        super("docs/faces/cosmos.md", "the service");
    }

    @Override
    protected Set<String> lists() {
        return LISTS;
    }

    @Test
    void operationsOfThePageAreThoseThatAreTried() {
        check("operations", OperationTour.markdown());
    }

    @Test
    void languageOfThePageIsThatWhichIsTried() {
        check("language", language());
    }

    private static String language() {
        StringBuilder table = new StringBuilder("| feature | tried as | here |\n|---|---|---|\n");
        for (GrammarTour.Feature feature : GrammarTour.read().features()) {
            table.append("| ").append(RowTable.cell(feature.name()));
            table.append(" | `").append(RowTable.cell(feature.query()));
            table.append("` | ")
                    .append(feature.isThere() ? "yes" : "400, and why")
                    .append(" |\n");
        }
        return table.toString();
    }

    @Test
    void functionsOfThePageAreThoseThatThereAre() {
        SortedSet<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        names.addAll(SqlFunctions.names());
        names.addAll(SqlFunctions.ranking());
        check("functions", code(names) + "\n");
    }

    @Test
    void countsOfThePageAreThoseOfTheTests() {
        StringBuilder counts = new StringBuilder("| | here | of | not here |\n|---|---|---|---|\n");
        counts.append(
                count("operations", OperationTour.all(), OperationTour.Operation::isSupported, each -> each.name()));
        counts.append(count(
                "features of the query language",
                GrammarTour.read().features(),
                GrammarTour.Feature::isThere,
                each -> each.name()));
        int functions = SqlFunctions.names().size() + SqlFunctions.ranking().size();
        counts.append("| functions | " + functions + " | " + functions + " | |\n");
        List<Row> lifetimes = rows(tests -> tests.getSimpleName().startsWith("Ttl"));
        counts.append(
                count("rules of time to live", lifetimes, each -> each.missing().isEmpty(), Row::missing));
        List<Row> rows = rows(_ -> true);
        long alike = rows.stream().filter(row -> row.unlike().isEmpty()).count();
        counts.append("| rows of the tables on this page that are tests and pass | " + rows.size() + " | " + rows.size()
                + " | |\n");
        counts.append("| of these as the service to the letter | " + alike + " | " + rows.size()
                + " | each says what is different |\n");
        check("counts", counts.toString());
    }
}
