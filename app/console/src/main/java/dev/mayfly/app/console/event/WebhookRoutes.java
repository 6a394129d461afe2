package dev.mayfly.app.console.event;

import com.fasterxml.jackson.annotation.JsonRawValue;
import dev.mayfly.app.console.error.AdminException;
import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.app.console.http.Page;
import dev.mayfly.app.console.text.Times;
import dev.mayfly.app.console.view.InstantView;
import dev.mayfly.app.console.webhook.DeadLetter;
import dev.mayfly.app.console.webhook.Webhook;
import dev.mayfly.app.console.webhook.WebhookStatus;
import dev.mayfly.app.console.webhook.Webhooks;
import dev.mayfly.engine.event.EventLog;
import dev.mayfly.engine.event.EventProgress;
import dev.mayfly.engine.event.EventScope;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The routes of webhooks, which send events to other servers by requests. */
public final class WebhookRoutes {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final Set<String> FIELDS =
            Set.of("url", "secret", "collections", "reasons", "document", "batch", "timeout", "attempts", "from");
    private static final int BATCH = 100;
    private static final int ATTEMPTS = 12;
    private static final String TIMEOUT = "10s";
    private static final int SECRET_BYTES = 32;

    private final EventLog log;
    private final Webhooks webhooks;
    private final SecureRandom random = new SecureRandom();

    WebhookRoutes(EventLog log, Webhooks webhooks) {
        this.log = log;
        this.webhooks = webhooks;
    }

    /** @param secret shown once, in the answer to the request that made it */
    record WebhookView(
            String name,
            String url,
            @Nullable String secret,
            List<String> collections,
            List<String> reasons,
            boolean document,
            int batch,
            long timeoutMillis,
            int attempts,
            String position,
            @Nullable Double lagSeconds,
            long delivered,
            long retried,
            long dead,
            @Nullable String error) {
        static WebhookView of(WebhookStatus status, @Nullable String secret) {
            Webhook webhook = status.webhook();
            return new WebhookView(
                    webhook.name(),
                    webhook.url().toString(),
                    secret,
                    webhook.collections(),
                    webhook.reasons(),
                    webhook.documents(),
                    webhook.batch(),
                    webhook.timeout().toMillis(),
                    webhook.attempts(),
                    EventTokens.of(status.progress()),
                    Double.isNaN(status.lagSeconds()) ? null : status.lagSeconds(),
                    status.delivered(),
                    status.retried(),
                    status.dead(),
                    status.error().isEmpty() ? null : status.error());
        }
    }

    /** @param body what was sent */
    record DeadLetterView(
            String id,
            @Nullable InstantView at,
            int events,
            int attempts,
            String error,
            @JsonRawValue @Nullable String body) {
        static DeadLetterView of(DeadLetter letter) {
            return new DeadLetterView(
                    Long.toString(letter.id()),
                    InstantView.of(letter.at()),
                    letter.events(),
                    letter.attempts(),
                    letter.error(),
                    letter.body().isEmpty() ? null : letter.body());
        }
    }

    public HttpResponse list(HttpRequest request) {
        List<WebhookView> views = webhooks.list().stream()
                .map(status -> WebhookView.of(status, null))
                .toList();
        return ApiAnswers.json(200, Page.of(views, Page.Wanted.of(request), WebhookView::name));
    }

    public HttpResponse show(HttpRequest request) {
        return ApiAnswers.json(200, WebhookView.of(require(request), null));
    }

    public HttpResponse put(HttpRequest request) {
        if (!webhooks.isOn()) {
            throw new AdminException(409, "webhooks_off", "nothing is sent to webhooks; set events.webhooks: on");
        }
        JsonNode body = body(request);
        String name = request.parameter("name");
        WebhookStatus known = webhooks.find(name);
        String given = body.path("secret").asString("");
        boolean isMade = given.isEmpty() && known == null;
        String secret = !given.isEmpty()
                ? given
                : known == null ? newSecret() : known.webhook().secret();
        boolean isNew;
        try {
            Webhook wanted = webhook(name, secret, body);
            isNew = webhooks.put(wanted, from(body, wanted.scope()));
        } catch (IllegalArgumentException | DateTimeException wrong) {
            throw AdminException.badRequest(String.valueOf(wrong.getMessage()));
        }
        return ApiAnswers.json(isNew ? 201 : 200, WebhookView.of(require(request), isMade ? secret : null));
    }

    private static JsonNode body(HttpRequest request) {
        JsonNode body;
        try {
            body = MAPPER.readTree(request.text());
        } catch (JacksonException _) {
            throw AdminException.badRequest("the body is not JSON");
        }
        if (!body.isObject()) {
            throw AdminException.badRequest("the body is an object with a url");
        }
        for (String field : body.propertyNames()) {
            if (!FIELDS.contains(field)) {
                throw AdminException.badRequest("unknown field \"" + field + "\"");
            }
        }
        return body;
    }

    private static Webhook webhook(String name, String secret, JsonNode body) {
        return new Webhook(
                name,
                url(body.path("url").asString("")),
                secret,
                texts(body.path("collections")),
                texts(body.path("reasons")),
                body.path("document").asBoolean(false),
                body.path("batch").asInt(BATCH),
                Times.duration(body.path("timeout").asString(TIMEOUT)),
                body.path("attempts").asInt(ATTEMPTS));
    }

    private static URI url(String text) {
        try {
            return URI.create(new URI(text).toASCIIString());
        } catch (URISyntaxException wrong) {
            throw new IllegalArgumentException("\"" + text + "\" is no url", wrong);
        }
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(each -> texts.add(each.asString("")));
        return texts;
    }

    private @Nullable EventProgress from(JsonNode body, EventScope scope) {
        String from = body.path("from").asString("");
        return from.isEmpty() ? null : EventQuery.progress(log, scope, from, "now");
    }

    private String newSecret() {
        byte[] bytes = new byte[SECRET_BYTES];
        random.nextBytes(bytes);
        return HexFormat.of().formatHex(bytes);
    }

    public HttpResponse delete(HttpRequest request) {
        require(request);
        webhooks.delete(request.parameter("name"));
        return ApiAnswers.json(200, Map.of("deleted", request.parameter("name")));
    }

    public HttpResponse deadLetters(HttpRequest request) {
        require(request);
        Page.Wanted wanted = Page.Wanted.of(request);
        byte[] position = wanted.after();
        if (position != null && position.length != Long.BYTES) {
            throw AdminException.badRequest("after is not the next of an earlier answer");
        }
        long after = position == null ? 0 : ByteBuffer.wrap(position).getLong();
        List<DeadLetter> letters = webhooks.deadLetters(request.parameter("name"), after, wanted.limit() + 1);
        boolean goesOn = letters.size() > wanted.limit();
        List<DeadLetter> shown = goesOn ? letters.subList(0, wanted.limit()) : letters;
        byte[] last = ByteBuffer.allocate(Long.BYTES)
                .putLong(shown.isEmpty() ? 0 : shown.getLast().id())
                .array();
        List<DeadLetterView> views = shown.stream().map(DeadLetterView::of).toList();
        return ApiAnswers.json(200, new Page<>(views, goesOn ? Page.token(last) : null));
    }

    public HttpResponse retry(HttpRequest request) {
        require(request);
        return ApiAnswers.json(200, webhooks.retry(request.parameter("name")));
    }

    private WebhookStatus require(HttpRequest request) {
        WebhookStatus found = webhooks.find(request.parameter("name"));
        if (found == null) {
            throw AdminException.notFound("there is no webhook " + request.parameter("name"));
        }
        return found;
    }
}
