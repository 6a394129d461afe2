package dev.mayfly.face.mongo.session;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.session.Authentication.Login;
import dev.mayfly.face.transport.scram.ScramSecret;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.bson.BsonDocument;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class AuthenticationTest {
    private static final UserName ANNA = new UserName("admin", "anna");

    private final VirtualClock clock = new VirtualClock(0);
    private final Authentication authentication = new Authentication(new MemoryUserStore(), clock, clock);

    @BeforeEach
    void addAnna() {
        authentication.users().create(new User(ANNA, authentication.secret("pencil"), List.of(), new BsonDocument()));
    }

    @Test
    void rightPasswordLogsInAndTheServerProvesItself() {
        ScramClient client = new ScramClient("anna", "pencil");
        Login login = login("admin", true);
        byte[] last = login.next(client.last(login.next(client.first())));
        assertTrue(client.accepts(last));
        assertTrue(login.isDone());
        assertEquals(ANNA, login.user().orElseThrow().name());
    }

    @Test
    void clientsThatDoNotSkipItEndWithAnEmptyExchange() {
        ScramClient client = new ScramClient("anna", "pencil");
        Login login = login("admin", false);
        login.next(client.last(login.next(client.first())));
        assertFalse(login.isDone());
        assertEquals(Optional.empty(), login.user());
        assertArrayEquals(new byte[0], login.next(new byte[0]));
        assertTrue(login.isDone());
        assertThrows(CommandError.class, () -> login.next(new byte[0]));
    }

    @Test
    void wrongPasswordAndUnknownUserFailAlike() {
        CommandError wrong = failure("admin", "anna", "pen");
        for (CommandError other : List.of(failure("admin", "nobody", "pencil"), failure("other", "anna", "pencil"))) {
            assertEquals(wrong.code(), other.code());
            assertEquals(wrong.text(), other.text());
        }
    }

    @Test
    void unknownUserLooksLikeAKnownOne() {
        List<String> known = firstAnswer("anna");
        List<String> unknown = firstAnswer("nobody");
        assertEquals(known.get(2), unknown.get(2));
        assertEquals(known.get(1).length(), unknown.get(1).length());
        assertEquals(known.get(0).length(), unknown.get(0).length());
        assertEquals(unknown.get(1), firstAnswer("nobody").get(1), "its salt stays");
        assertNotEquals(unknown.get(1), firstAnswer("nobody2").get(1));
        assertEquals("i=15000", known.get(2));
    }

    @Test
    void brokenMessagesFail() {
        for (String first :
                List.of("", "n,,", "n,,n=anna", "p=tls-unique,,n=anna,r=abc", "n,,m=x,n=anna,r=abc", "\0")) {
            Login login = login("admin", true);
            assertThrows(CommandError.class, () -> login.next(ScramClient.bytes(first)), first);
            assertThrows(CommandError.class, () -> login.next(new ScramClient("anna", "pencil").first()));
        }
        String proof = Base64.getEncoder().encodeToString(new byte[32]);
        for (String last : List.of(
                "",
                "c=biws",
                "c=biws,r=abc,p=" + proof,
                "c=eSws,r=NONCE,p=" + proof,
                "c=biws,r=NONCE,p=%",
                "c=biws,r=NONCE,p=")) {
            Login login = login("admin", true);
            String first = new String(login.next(new ScramClient("anna", "x").first()), StandardCharsets.UTF_8);
            String nonce = first.substring(2, first.indexOf(','));
            assertThrows(CommandError.class, () -> login.next(ScramClient.bytes(last.replace("NONCE", nonce))), last);
        }
    }

    @Test
    void secretKeepsNoPassword() {
        ScramSecret first = authentication.secret("pencil");
        ScramSecret second = authentication.secret("pencil");
        assertNotEquals(
                Base64.getEncoder().encodeToString(first.storedKey()),
                Base64.getEncoder().encodeToString(second.storedKey()));
        assertThrows(CommandError.class, () -> authentication.secret(""));
        assertThrows(
                IllegalArgumentException.class,
                () -> ScramSecrets.stored(first.salt(), 14_999, first.storedKey(), first.serverKey()));
    }

    private Login login(String database, boolean skipsEmptyExchange) {
        return authentication.login(1, database, skipsEmptyExchange, InetAddress.getLoopbackAddress());
    }

    private CommandError failure(String database, String user, String password) {
        ScramClient client = new ScramClient(user, password);
        Login login = login(database, true);
        byte[] first = login.next(client.first());
        return assertThrows(CommandError.class, () -> login.next(client.last(first)));
    }

    private List<String> firstAnswer(String user) {
        byte[] answer = login("admin", true).next(new ScramClient(user, "x").first());
        return List.of(new String(answer, StandardCharsets.UTF_8).split(",", -1));
    }
}
