package dev.mayfly.test.cosmos;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Signatures and resource tokens of which one character, one bit or one signed part is another: none is let in. */
@MayflyTest(faces = MayflyFace.COSMOS)
final class TamperedTokenIT extends OnGround {
    private static final String BASE64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    private static final DateTimeFormatter DATE = DateTimeFormatter.RFC_1123_DATE_TIME.withZone(ZoneOffset.UTC);

    private Map<String, String> itemHeaders = Map.of();
    private String item = "";

    @BeforeEach
    void prepare() {
        ground.createWithoutTtl();
        ground.put("there");
        item = ground.path() + "/docs/there";
        itemHeaders = Map.of("x-ms-documentdb-partitionkey", "[\"p\"]");
    }

    @Test
    void signatureWithAnyByteChangedIsRefused() {
        String date = DATE.format(Instant.ofEpochMilli(SystemClock.INSTANCE.wallMillis()));
        String whole = URLDecoder.decode(ground.wire().signature("GET", item, date), UTF_8);
        assertEquals(200, get(item, date, whole).status());
        int from = whole.indexOf("sig=") + 4;
        List<String> tampered = changed(whole, from, whole.length());
        tampered.add(whole.substring(0, from));
        tampered.add(whole.substring(0, from) + whole.substring(from + 4));
        tampered.add(whole.substring(0, from) + "AAAA" + whole.substring(from));
        tampered.add(whole.replace("type=master", "type=resource"));
        tampered.add(whole.replace("type=master", "type=aad"));
        tampered.add(whole.replace("type=master&", ""));
        assertTrue(tampered.size() > 40, tampered::toString);
        for (String each : tampered) {
            assertRefused(get(item, date, each), each);
        }
    }

    @Test
    void signatureOfAnotherRequestIsRefused() {
        long now = SystemClock.INSTANCE.wallMillis();
        String date = DATE.format(Instant.ofEpochMilli(now));
        String other = DATE.format(Instant.ofEpochMilli(now - 1_000));
        Wire wire = ground.wire();
        List<String> signatures = List.of(
                wire.signature("DELETE", item, date),
                wire.signature("PUT", item, date),
                wire.signature("GET", ground.path(), date),
                wire.signature("GET", ground.path() + "/docs", date),
                wire.signature("GET", item + "x", date),
                wire.signature("GET", item.substring(0, item.length() - 1), date),
                wire.signature("GET", "/dbs", date),
                wire.signature("GET", item, other));
        for (String each : signatures) {
            assertRefused(get(item, date, URLDecoder.decode(each, UTF_8)), each);
        }
        for (long minutes : new long[] {-24 * 60, -20, 20, 24 * 60}) {
            String far = DATE.format(Instant.ofEpochMilli(now + minutes * 60_000));
            Wire.Answer answer = get(item, far, URLDecoder.decode(wire.signature("GET", item, far), UTF_8));
            assertTrue(answer.status() == 401 || answer.status() == 403, answer::toString);
        }
    }

    @Test
    void resourceTokenWithAnyByteChangedIsRefused() {
        String token = token();
        String date = DATE.format(Instant.ofEpochMilli(SystemClock.INSTANCE.wallMillis()));
        assertEquals(200, get(item, date, token).status());
        int from = token.indexOf("sig=") + 4;
        int split = token.indexOf(';', from);
        int end = token.indexOf(';', split + 1);
        List<String> tampered = changed(token, from, split);
        tampered.addAll(changed(token, split + 1, end));
        // Facts of our own with the signature of others.
        String facts = new String(Base64.getDecoder().decode(token.substring(split + 1, end)), UTF_8);
        for (String own : List.of(
                facts.replaceFirst("\"until\":\\d+", "\"until\":99999999999999"),
                facts.replaceFirst("\"from\":\\d+", "\"from\":0"),
                facts.replaceFirst("\"permission\":\"[^\"]*\"", "\"permission\":\"other\""))) {
            assertTrue(!own.equals(facts), facts);
            tampered.add(token.substring(0, split + 1)
                    + Base64.getEncoder().encodeToString(own.getBytes(UTF_8))
                    + token.substring(end));
        }
        tampered.add(token.substring(0, split));
        tampered.add(token.substring(0, from) + token.substring(split));
        tampered.add(token.replace("type=resource", "type=master"));
        for (String each : tampered) {
            assertRefused(get(item, date, each), each);
        }
    }

    private String token() {
        String database = ground.path().substring(0, ground.path().indexOf("/colls"));
        Wire wire = ground.wire();
        String user = "tampered" + ground.name();
        assertEquals(
                201,
                wire.send("POST", database + "/users", Map.of(), "{\"id\":\"" + user + "\"}")
                        .status());
        String permission = "{\"id\":\"reads\",\"permissionMode\":\"Read\",\"resource\":\""
                + ground.path().substring(1) + "\"}";
        Wire.Answer made = wire.send("POST", database + "/users/" + user + "/permissions", Map.of(), permission);
        assertEquals(201, made.status(), made::toString);
        return made.json().get("_token").textValue();
    }

    /** Changes each character between two places into a neighbour that means other bits. */
    private static List<String> changed(String text, int from, int until) {
        List<String> changed = new ArrayList<>();
        for (int at = from; at < until; at++) {
            int digit = BASE64.indexOf(text.charAt(at));
            if (digit >= 0) {
                // The last digit before the padding has two or four bits that mean nothing.
                int bit = at + 1 < until && text.charAt(at + 1) == '=' ? 32 : 1;
                changed.add(text.substring(0, at) + BASE64.charAt(digit ^ bit) + text.substring(at + 1));
            }
        }
        return changed;
    }

    private Wire.Answer get(String path, String date, String token) {
        Map<String, String> headers = new HashMap<>(itemHeaders);
        headers.put("x-ms-date", date);
        headers.put("authorization", URLEncoder.encode(token, UTF_8));
        return ground.wire().send("GET", path, headers, (String) null);
    }

    private static void assertRefused(Wire.Answer answer, String token) {
        assertEquals(401, answer.status(), () -> token + " " + answer);
        assertTrue(answer.isRefusal(), answer::toString);
    }
}
