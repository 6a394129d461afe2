package dev.mayfly.face.couchbase.query.service;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The service around statements that do as their text says, one word each. */
class QueryServiceTest extends QueryServiceFixture {
    @Test
    void anAnswerHasItsPartsInTheOrderOfTheService() {
        Answered answered = post("{\"statement\":\"one\",\"client_context_id\":\"c1\"}");
        assertEquals(200, answered.status());
        String text = answered.text().replaceAll("[0-9a-f]{8}-[-0-9a-f]{27}", "ID");
        assertEquals("""
                {
                "requestID": "ID",
                "clientContextID": "c1",
                "signature": {"a":"json"},
                "results": [
                {"a":1}
                ],
                "status": "success",
                "metrics": {"elapsedTime": "0s","executionTime": "0s","resultCount": 1,"resultSize": 7,"serviceLoad": 0}
                }
                """, text);
    }

    @Test
    void aPrettyAnswerHasALineForEachPart() {
        Answered answered = post("{\"statement\":\"one\",\"pretty\":true,\"metrics\":false}");
        String text = answered.text().replaceAll("[0-9a-f]{8}-[-0-9a-f]{27}", "ID");
        assertEquals("""
                {
                    "requestID": "ID",
                    "signature": {
                        "a": "json"
                    },
                    "results": [
                        {
                            "a": 1
                        }
                    ],
                    "status": "success"
                }
                """, text);
    }

    @Test
    void aLongAnswerArrivesWhole() {
        Answered answered = post("{\"statement\":\"many\"}");
        assertEquals(10_000, ((N1qlArray) answered.field("results")).size());
        assertEquals(N1qlValues.of(10_000), answered.field("metrics").field("resultCount"));
    }

    @Test
    void parametersComeInJsonAndInForms() {
        assertEquals(
                N1qlValues.parse("[[1,\"x\"]]"),
                post("{\"statement\":\"args\",\"args\":[1],\"$name\":\"x\"}").field("results"));
        String form = "statement=args&args=%5B1%5D&%24name=%22x%22";
        assertEquals(
                N1qlValues.parse("[[1,\"x\"]]"),
                send("POST", "application/x-www-form-urlencoded", Map.of(), form, "Administrator:password")
                        .field("results"));
        Map<String, List<String>> query =
                Map.of("statement", List.of("args"), "args", List.of("[1]"), "$name", List.of("\"x\""));
        assertEquals(
                N1qlValues.parse("[[1,\"x\"]]"),
                send("GET", "text/plain", query, "", "Administrator:password").field("results"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}|400|1050",
                "{\"statement\":\"one\",\"prepared\":\"p\"}|400|1060",
                "{\"statement\":\"one\",\"colour\":1}|400|1065",
                "{\"statement\":1}|400|1070",
                "{\"statement\":\"one\",\"timeout\":\"5 apples\"}|400|1040",
                "{\"statement\":\"one\",\"scan_consistency\":\"maybe\"}|400|1030",
                "{\"statement\":\"one\",\"scan_consistency\":\"at_plus\"}|400|1050",
                "{\"statement\":\"one\",\"format\":\"XML\"}|400|1020",
                "{\"statement\":\"one\",\"client_context_id\":\"a\\\\b\"}|500|1110",
                "{\"statement\":\"one\",\"query_context\":\"a.b.c\"}|500|10201",
                "{\"statement\"|400|1040",
                "{\"statement\":\"unreadable\"}|400|3000",
                "{\"statement\":\"nowhere\"}|424|12003",
                "{\"prepared\":\"unknown\"}|404|4040",
                "{\"statement\":\"write\",\"readonly\":true}|403|1000"
            })
    void whatCannotRunIsFatal(String body, int status, long code) {
        Answered answered = post(body);
        assertEquals(status, answered.status(), answered.text());
        assertEquals(code, answered.code());
        assertEquals(N1qlValues.of("fatal"), answered.field("status"));
        assertEquals(N1qlValues.of(1), answered.field("metrics").field("errorCount"));
    }

    @Test
    void whatTheServiceTakesAndNeedsNotIsAccepted() {
        Answered answered =
                post("{\"statement\":\"one\",\"max_parallelism\":\"4\",\"scan_cap\":10,\"profile\":\"timings\","
                        + "\"use_fts\":false,\"scan_wait\":\"1s\",\"scan_consistency\":\"at_plus\",\"scan_vectors\":{},"
                        + "\"query_context\":\"default:`b`.`s`\"}");
        assertEquals(N1qlValues.of("success"), answered.field("status"));
    }

    @Test
    void aGetChangesNothing() {
        Map<String, List<String>> query = Map.of("statement", List.of("write"));
        assertEquals(1000, send("GET", "", query, "", "Administrator:password").code());
    }

    @Test
    void strangersAreRefused() {
        assertEquals(
                401,
                send("POST", "application/json", Map.of(), "{\"statement\":\"one\"}", "Administrator:wrong")
                        .status());
        assertEquals(
                200,
                send(
                                "POST",
                                "application/json",
                                Map.of(),
                                "{\"statement\":\"one\",\"creds\":[{\"user\":\"Administrator\",\"pass\":\"password\"}]}",
                                "Administrator:password")
                        .status());
    }

    @Test
    void aStatementThatTakesTooLongEndsWithATimeout() {
        Answered answered = post("{\"statement\":\"slow\",\"timeout\":\"1s\"}");
        assertEquals(N1qlValues.of("timeout"), answered.field("status"));
        assertEquals(1080, answered.code());
        assertEquals(
                N1qlValues.of("Timeout 1s exceeded"),
                answered.field("errors").element(0).field("msg"));
        assertEquals(N1qlValues.of("2s"), answered.field("metrics").field("elapsedTime"));
    }

    @Test
    void aStatementThatSomebodyStopsSaysSo() {
        assertEquals(
                N1qlValues.of("stopped"), post("{\"statement\":\"stopped\"}").field("status"));
    }

    @Test
    void errorsOfSingleDocumentsStandBesideTheRows() {
        Answered answered = post("{\"statement\":\"write\"}");
        assertEquals(200, answered.status());
        assertEquals(N1qlValues.of("errors"), answered.field("status"));
        assertEquals(12009, answered.code());
        assertEquals(N1qlValues.of(1), answered.field("metrics").field("mutationCount"));
    }

    @Test
    void theStatusOfAWriteTellsHowItWent() {
        assertEquals(409, post("{\"statement\":\"writeExisting\"}").status());
    }

    @Test
    void aMistakeOfOursIsAnInternalError() {
        assertEquals(5000, post("{\"statement\":\"broken\"}").code());
        assertTrue(active.all().isEmpty());
    }

    @Test
    void aRequestThatTakesLongIsKept() {
        post("{\"statement\":\"one\"}");
        assertTrue(completed.described().isEmpty());
        post("{\"statement\":\"slow\",\"client_context_id\":\"c1\",\"scan_consistency\":\"request_plus\"}");
        N1qlValue row = completed.described().firstEntry().getValue();
        assertEquals(
                "{\"clientContextID\":\"c1\",\"elapsedTime\":\"2s\",\"errorCount\":0,\"errors\":[],\"n1qlFeatCtrl\":76,"
                        + "\"remoteAddr\":\"localhost:40000\",\"requestId\":\"ID\","
                        + "\"requestTime\":\"2027-01-15T08:00:00.000Z\",\"resultCount\":1,\"resultSize\":1,"
                        + "\"scanConsistency\":\"scan_plus\",\"serviceTime\":\"2s\",\"state\":\"completed\","
                        + "\"statement\":\"slow\",\"statementType\":\"SLOW\",\"users\":\"Administrator\","
                        + "\"~qualifier\":\"threshold\"}",
                N1qlValues.json(row)
                        .replaceAll("[0-9a-f]{8}-[-0-9a-f]{27}", "ID")
                        .replace("127.0.0.1", "localhost"));
    }

    @Test
    void settingsDecideWhichRequestsAreKept() {
        RequestLogForm form = new RequestLogForm(completed);
        post("{\"statement\":\"broken\"}");
        assertEquals(
                N1qlValues.of("aborted"),
                completed.described().firstEntry().getValue().field("state"));
        form.change(N1qlValues.parse("{\"completed\":{\"threshold\":0,\"-aborted\":null},\"completed-limit\":2}"));
        assertEquals(
                "{\"completed\":{\"threshold\":0},\"completed-limit\":2,\"completed-threshold\":0}",
                N1qlValues.json(form.settings()));
        post("{\"statement\":\"unreadable\"}");
        post("{\"statement\":\"one\"}");
        assertEquals(
                List.of(N1qlValues.of("fatal"), N1qlValues.of("completed")),
                completed.described().values().stream()
                        .map(row -> row.field("state"))
                        .toList());
        form.change(N1qlValues.parse("{\"completed-threshold\":-1}"));
        post("{\"statement\":\"one\"}");
        assertEquals(2, completed.described().size());
        assertTrue(completed.forget(completed.described().firstEntry().getKey()));
        assertEquals(1, completed.described().size());
        for (String wrong :
                List.of("{\"completed-limit\":1.5}", "{\"completed\":{\"user\":\"ann\"}}", "{\"x\":1}", "5")) {
            assertThrows(N1qlException.class, () -> form.change(N1qlValues.parse(wrong)), wrong);
        }
    }

    @Test
    void keptRequestsTakeABoundedPartOfTheMemory() {
        RequestLogForm form = new RequestLogForm(completed);
        form.change(N1qlValues.parse("{\"completed-threshold\":0,\"completed-limit\":-1}"));
        String padding = " ".repeat(4 << 20);
        for (int i = 0; i < 8; i++) {
            post("{\"statement\":\"one\",\"client_context_id\":\"" + i + "\",\"query_context\":\"default:a.b\"}");
            post("{\"statement\":\"one" + padding + "\"}");
        }
        assertTrue(completed.described().size() < 8);
    }

    @Test
    void anAnswerTellsOfItsRequestWhereTheClientAsks() {
        Answered answered = post("{\"statement\":\"slow\",\"args\":[1],\"controls\":true,\"profile\":\"timings\"}");
        assertEquals(
                "{\"positionalArgs\":[1],\"n1ql_feat_ctrl\":76,\"scan_consistency\":\"unbounded\",\"stmtType\":\"SLOW\","
                        + "\"use_cbo\":false}",
                N1qlValues.json(answered.field("controls")));
        assertEquals(
                "{\"phaseTimes\":{\"plan\":\"0s\",\"run\":\"2s\"},\"requestTime\":\"2027-01-15T08:00:00.000Z\"}",
                N1qlValues.json(answered.field("profile")));
        assertTrue(post("{\"statement\":\"one\",\"profile\":\"off\"}")
                .field("profile")
                .isMissing());
    }

    @Test
    void aPreparedStatementRunsByItsName() {
        N1qlValue row = post("{\"statement\":\"PREPARE one\"}").field("results").element(0);
        int before = compilations;
        Answered answered = post("{\"prepared\":" + N1qlValues.json(row.field("name")) + ",\"encoded_plan\":"
                + N1qlValues.json(row.field("encoded_plan")) + "}");
        assertEquals(N1qlValues.parse("[{\"a\":1}]"), answered.field("results"));
        assertEquals(before, compilations);
    }

    @Test
    void aForgottenStatementRunsByItsPlan() {
        N1qlValue row = post("{\"statement\":\"PREPARE one\"}").field("results").element(0);
        assertTrue(prepareds.forget(row.field("name").toString()));
        Answered answered = post("{\"prepared\":" + N1qlValues.json(row.field("name")) + ",\"encoded_plan\":"
                + N1qlValues.json(row.field("encoded_plan")) + "}");
        assertEquals(N1qlValues.parse("[{\"a\":1}]"), answered.field("results"));
        assertEquals(1, prepareds.all().size());
        assertEquals(4070, post("{\"prepared\":\"p\",\"encoded_plan\":\"%%\"}").code());
        assertEquals(
                4090,
                post("{\"prepared\":\"p\",\"encoded_plan\":" + N1qlValues.json(row.field("encoded_plan")) + "}")
                        .code());
    }

    @Test
    void aPreparedStatementIsPlannedAnewWhenTheCatalogHasChanged() {
        N1qlValue row = post("{\"statement\":\"PREPARE one\"}").field("results").element(0);
        int before = compilations;
        generation++;
        post("{\"prepared\":" + N1qlValues.json(row.field("name")) + "}");
        post("{\"prepared\":" + N1qlValues.json(row.field("name")) + "}");
        assertEquals(before + 1, compilations);
    }

    @Test
    void whatIsPreparedRunsAtOnceWhenAsked() {
        Answered answered = post("{\"statement\":\"PREPARE one\",\"auto_execute\":true}");
        assertEquals(N1qlValues.parse("[{\"a\":1}]"), answered.field("results"));
        assertEquals(N1qlValues.of(prepareds.all().getFirst().name()), answered.field("prepared"));
    }
}
