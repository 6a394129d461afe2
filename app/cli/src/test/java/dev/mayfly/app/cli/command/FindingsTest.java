package dev.mayfly.app.cli.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

final class FindingsTest {
    private final Findings findings = new Findings();

    private static JsonNode finding(String code, String text, int documents) {
        return ArgumentReader.object()
                .put("collection", "mongo/a/b")
                .put("code", code)
                .put("text", text)
                .put("documents", documents);
    }

    private List<String> texts() {
        return findings.all().stream().map(each -> each.path("text").asString()).toList();
    }

    @Test
    void numbersOfSeveralVisitsAreAddedUp() {
        findings.add(finding("string_date", "1 document with a string in \"at\"", 1));
        findings.add(finding("string_date", "1 document with a string in \"at\"", 1));
        findings.add(finding("string_date", "2500 documents with a string in \"at\"", 2_500));
        findings.add(finding("number_date", "1 document with a number in \"at\"", 1));
        assertEquals(List.of("2,502 documents with a string in \"at\"", "1 document with a number in \"at\""), texts());
    }

    @Test
    void whatNoDocumentDoesIsSaidOnlyIfAllVisitsSayIt() {
        findings.add(finding("rule_matches_nothing", "at finds no date; 10000 documents looked at", 0));
        findings.add(finding("rule_matches_nothing", "at finds no date; 9000 documents looked at", 0));
        findings.end("mongo/a/other", 9, 1);
        findings.end("mongo/a/b", 2, 19_000);
        assertEquals(List.of("at finds no date; 19,000 documents looked at"), texts());
        findings.end("mongo/a/b", 3, 29_000);
        assertEquals(List.of(), texts());
    }
}
