package dev.mayfly.face.cosmos.session;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.engine.audit.Actor;
import dev.mayfly.face.cosmos.CosmosFixture;
import dev.mayfly.face.cosmos.CosmosFixture.Reply;
import dev.mayfly.face.cosmos.CosmosSettings;
import dev.mayfly.face.cosmos.Signing;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.query.index.PolicyIndexes;
import dev.mayfly.face.cosmos.resource.Containers;
import dev.mayfly.face.cosmos.resource.CosmosJson;
import dev.mayfly.face.cosmos.resource.Databases;
import dev.mayfly.face.cosmos.resource.Metadata;
import dev.mayfly.face.cosmos.resource.StoredResources;
import dev.mayfly.face.cosmos.resource.UnitMeter;
import dev.mayfly.face.transport.http.HttpFields;
import java.net.InetAddress;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The keys of an account, and the requests that each of them admits. */
final class RequestAuthenticatorTest {
    private static final String FIRST = key(1);
    private static final String SECOND = key(2);
    private static final String READING = key(3);
    private static final CosmosSettings OWN_KEYS = new CosmosSettings(
            CosmosKeys.of(List.of(FIRST, SECOND), List.of(READING)), List.of("South Central US"), false);
    private static final InetAddress HERE = InetAddress.getLoopbackAddress();

    private static String key(int filling) {
        byte[] bytes = new byte[64];
        Arrays.fill(bytes, (byte) filling);
        return Base64.getEncoder().encodeToString(bytes);
    }

    private static HttpFields fields(String authorization, String date) {
        return HttpFields.NONE
                .with("Host", "localhost:8081")
                .with("authorization", authorization)
                .with("x-ms-date", date);
    }

    private static int status(CosmosFixture fixture, String key, String method, String path, String body) {
        String date = Signing.date(CosmosFixture.START);
        HttpFields fields = fields(Signing.header(key, method, path, date), date);
        return fixture.call(HERE, method, path, body.getBytes(StandardCharsets.UTF_8), fields)
                .status();
    }

    private static Reply read(CosmosFixture fixture, InetAddress peer, String authorization, String date) {
        return fixture.call(peer, "GET", "/dbs", new byte[0], fields(authorization, date));
    }

    @Test
    void anyOfTheKeysOpensAndNoOtherDoes() {
        try (CosmosFixture fixture = new CosmosFixture(OWN_KEYS)) {
            assertEquals(200, status(fixture, FIRST, "GET", "/", ""));
            assertEquals(200, status(fixture, SECOND, "GET", "/dbs", ""));
            assertEquals(200, status(fixture, READING, "GET", "/dbs", ""));
            assertEquals(401, status(fixture, key(4), "GET", "/dbs", ""));
            assertEquals(401, status(fixture, CosmosKeys.EMULATOR, "GET", "/dbs", ""));
        }
    }

    @Test
    void keyThatReadsMayNotWriteAndSeesNoTokens() {
        try (CosmosFixture fixture = new CosmosFixture(OWN_KEYS)) {
            assertEquals(403, status(fixture, READING, "POST", "/dbs", "{\"id\":\"d\"}"));
            assertEquals(201, status(fixture, FIRST, "POST", "/dbs", "{\"id\":\"d\"}"));
            assertEquals(201, status(fixture, FIRST, "POST", "/dbs/d/users", "{\"id\":\"u\"}"));
            assertEquals(200, status(fixture, READING, "GET", "/dbs/d/users/u", ""));
            assertEquals(403, status(fixture, READING, "GET", "/dbs/d/users/u/permissions", ""));
            assertEquals(403, status(fixture, READING, "DELETE", "/dbs/d", ""));
            assertEquals(200, status(fixture, FIRST, "GET", "/dbs/d", ""));
        }
    }

    @Test
    void emulatorsKeyOpensToThisMachineAlone() throws Exception {
        try (CosmosFixture fixture = new CosmosFixture()) {
            String date = Signing.date(CosmosFixture.START);
            String authorization = Signing.header(CosmosKeys.EMULATOR, "GET", "/dbs", date);
            assertEquals(200, read(fixture, HERE, authorization, date).status());
            InetAddress elsewhere = InetAddress.getByAddress(new byte[] {10, 0, 0, 1});
            assertEquals(401, read(fixture, elsewhere, authorization, date).status());
        }
    }

    @Test
    void emulatorsKeyOpensToEveryoneWhereNobodyIsAskedWhoTheyAre() throws Exception {
        CosmosSettings open = new CosmosSettings(CosmosKeys.emulatorForEveryone(), List.of("South Central US"), false);
        try (CosmosFixture fixture = new CosmosFixture(open)) {
            String date = Signing.date(CosmosFixture.START);
            InetAddress elsewhere = InetAddress.getByAddress(new byte[] {10, 0, 0, 1});
            String authorization = Signing.header(CosmosKeys.EMULATOR, "GET", "/dbs", date);
            assertEquals(200, read(fixture, elsewhere, authorization, date).status());
            String wrong = Signing.header(key(4), "GET", "/dbs", date);
            assertEquals(401, read(fixture, elsewhere, wrong, date).status());
        }
    }

    @Test
    void refusalShowsWhatShouldHaveBeenSigned() {
        try (CosmosFixture fixture = new CosmosFixture()) {
            String date = Signing.date(CosmosFixture.START);
            Reply reply = read(fixture, HERE, Signing.encoded("AAAA"), date);
            assertEquals(401, reply.status());
            assertTrue(
                    reply.body().contains("payload to sign: 'get\\ndbs\\n\\ntue, 14 nov 2023 22:13:20 gmt\\n\\n'"),
                    reply.body());
            assertTrue(reply.body().startsWith("{\"code\":\"Unauthorized\",\"message\":\""), reply.body());
        }
    }

    @Test
    void everyWayOfEncodingTheHeaderIsRead() {
        try (CosmosFixture fixture = new CosmosFixture()) {
            int plus = 0;
            for (int second = 0; second < 60; second++) {
                String date = Signing.date(CosmosFixture.START + second * 1000L);
                String encoded = Signing.header(CosmosKeys.EMULATOR, "GET", "/dbs", date);
                String bare = URLDecoder.decode(encoded, StandardCharsets.UTF_8);
                plus += bare.contains("+") ? 1 : 0;
                assertEquals(200, read(fixture, HERE, bare, date).status());
                assertEquals(
                        200,
                        read(fixture, HERE, encoded.replace("%2B", "+"), date).status());
                assertEquals(
                        200,
                        read(fixture, HERE, encoded.replace("%3D", "%3d").replace("%2F", "%2f"), date)
                                .status());
            }
            assertTrue(plus > 0, "some signature has a plus");
        }
    }

    @Test
    void dateIsWithinAQuarterOfAnHour() {
        try (CosmosFixture fixture = new CosmosFixture()) {
            String date = Signing.date(CosmosFixture.START);
            String authorization = Signing.header(CosmosKeys.EMULATOR, "GET", "/dbs", date);
            fixture.clock().advance(Duration.ofMinutes(15));
            assertEquals(200, read(fixture, HERE, authorization, date).status());
            fixture.clock().advance(Duration.ofMillis(1));
            Reply late = read(fixture, HERE, authorization, date);
            assertEquals(403, late.status());
            assertTrue(late.body().contains("token expiry time: Tue, 14 Nov 2023 22:28:20 GMT"), late.body());
            assertEquals(400, read(fixture, HERE, authorization, "yesterday").status());
        }
    }

    @Test
    void requestsWithoutAnyAuthorizationAreRefusedInTheProtocolsForm() {
        try (CosmosFixture fixture = new CosmosFixture()) {
            HttpFields bare = HttpFields.NONE.with("Host", "localhost");
            Reply missing = fixture.call(HERE, "GET", "/", new byte[0], bare);
            assertEquals(401, missing.status());
            assertTrue(missing.body().contains("Required Header authorization is missing."), missing.body());
            for (String wrong :
                    List.of("x", "type=aad&ver=1.0&sig=x", "type%zz", "type=master&ver=1.0&sig=", "Bearer x")) {
                Reply refused = fixture.call(HERE, "GET", "/", new byte[0], bare.with("authorization", wrong));
                assertEquals(401, refused.status(), wrong);
                assertFalse(refused.body().isEmpty());
            }
        }
    }

    @Test
    void resourceIdsAreSignedAloneAndInLowerCase() {
        try (CosmosFixture fixture = new CosmosFixture()) {
            fixture.call("POST", "/dbs", "{\"id\":\"d\"}");
            String date = Signing.date(CosmosFixture.START);
            String authorization = Signing.header(CosmosKeys.EMULATOR, "get\ndbs\naaaaaq==\n" + date);
            Reply reply = fixture.call(HERE, "GET", "/dbs/AAAAAQ==/", new byte[0], fields(authorization, date));
            assertEquals(200, reply.status(), reply.body());
        }
    }

    @Test
    void auditNamesTheKeyThatChangedAPolicy() {
        try (CosmosFixture fixture = new CosmosFixture(OWN_KEYS)) {
            assertEquals(201, status(fixture, FIRST, "POST", "/dbs", "{\"id\":\"d\"}"));
            assertEquals(201, status(fixture, FIRST, "POST", "/dbs/d/colls", container(60)));
            assertEquals(200, status(fixture, SECOND, "PUT", "/dbs/d/colls/c", container(30)));
            assertEquals(403, status(fixture, READING, "PUT", "/dbs/d/colls/c", container(1)));
            assertEquals(204, status(fixture, FIRST, "DELETE", "/dbs/d/colls/c", ""));
            assertEquals(
                    List.of(
                            "CREATED cosmos: primary key",
                            "POLICY cosmos: secondary key",
                            "DROPPED cosmos: primary key"),
                    audit(fixture));
        }
    }

    @Test
    void auditNamesTheEmulatorsKey() {
        try (CosmosFixture fixture = new CosmosFixture()) {
            fixture.call("POST", "/dbs", "{\"id\":\"d\"}");
            fixture.call("POST", "/dbs/d/colls", container(60));
            assertEquals(List.of("CREATED cosmos: emulator key"), audit(fixture));
        }
    }

    @Test
    void whoComesWithATokenIsTheUserWhoseItIs() {
        try (CosmosFixture fixture = new CosmosFixture()) {
            fixture.call("POST", "/dbs", "{\"id\":\"d\"}");
            fixture.call("POST", "/dbs/d/colls", container(60));
            fixture.call("POST", "/dbs/d/users", "{\"id\":\"ada\"}");
            String permission = "{\"id\":\"p\",\"permissionMode\":\"All\",\"resource\":\"dbs/d/colls/c\"}";
            String body = fixture.call("POST", "/dbs/d/users/ada/permissions", permission)
                    .body();
            String token = CosmosJson.kept(body.getBytes(StandardCharsets.UTF_8))
                    .path("_token")
                    .asString();
            assertEquals(new Actor("cosmos", "user ada"), admitted(fixture, token));
        }
    }

    private static Actor admitted(CosmosFixture fixture, String authorization) {
        Metadata metadata = new Metadata(fixture.engine());
        Containers containers = new Containers(metadata, new Databases(metadata), new PolicyIndexes(), UnitMeter.NONE);
        CosmosKeys keys = CosmosKeys.emulator();
        ResourceTokens tokens = new ResourceTokens(keys, fixture.clock(), new StoredResources(metadata), containers);
        return new RequestAuthenticator(keys, fixture.clock(), tokens)
                .admit(CosmosRequest.of(CosmosFixture.request(
                        HERE, "GET", "/dbs/d/colls/c/docs", new byte[0], fields(authorization, ""))));
    }

    private static String container(int seconds) {
        return "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/id\"],\"kind\":\"Hash\"},\"defaultTtl\":" + seconds + "}";
    }

    private static List<String> audit(CosmosFixture fixture) {
        return fixture.engine().audit().read(0, 100, null).stream()
                .filter(entry -> entry.collection().collection().equals("c"))
                .map(entry -> entry.action() + " " + entry.actor().way() + ": "
                        + entry.actor().who())
                .toList();
    }

    @Test
    void keysAreNeverShownAndCheckedWhenTheyAreRead() {
        assertEquals("3 keys", OWN_KEYS.keys().toString());
        assertNull(CosmosKeys.faultOf(FIRST));
        assertNotNull(CosmosKeys.faultOf(CosmosKeys.EMULATOR));
        assertNotNull(CosmosKeys.faultOf("AAAA"));
        assertNotNull(CosmosKeys.faultOf("no base64"));
    }
}
