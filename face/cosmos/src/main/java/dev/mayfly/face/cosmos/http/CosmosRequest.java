package dev.mayfly.face.cosmos.http;

import dev.mayfly.face.cosmos.error.CosmosErrors;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.transport.http.HttpRequest;
import org.jspecify.annotations.Nullable;

/** One request of the protocol: the operation, its resource and its conditions. Immutable. */
public final class CosmosRequest {
    /** An item or a batch has two megabytes; what stands around it has a little. */
    private static final int BODY_BYTES_MAX = (2 << 20) + (256 << 10);

    private final HttpRequest http;
    private final Link link;
    private final RequestFields fields;
    private final Verb verb;

    private CosmosRequest(HttpRequest http, Link link, RequestFields fields, Verb verb) {
        this.http = http;
        this.link = link;
        this.fields = fields;
        this.verb = verb;
    }

    /** @throws CosmosException when it asks for nothing there is */
    public static CosmosRequest of(HttpRequest http) {
        if (http.body().length > BODY_BYTES_MAX) {
            throw CosmosErrors.tooLarge();
        }
        Link link = Link.of(http.rawPath());
        RequestFields fields = new RequestFields(http.fields());
        Verb verb = Verb.of(http.method(), link, fields);
        if (verb == null) {
            throw methodNotAllowed();
        }
        return new CosmosRequest(http, link, fields, verb);
    }

    static CosmosException methodNotAllowed() {
        return new CosmosException(
                405, 0, "MethodNotAllowed", "The requested verb is not supported for this resource.");
    }

    public Link link() {
        return link;
    }

    public Verb verb() {
        return verb;
    }

    public RequestFields fields() {
        return fields;
    }

    /** The method of HTTP, as it is signed. */
    public String method() {
        return http.method();
    }

    public String rawPath() {
        return http.rawPath();
    }

    /** Returns the body as it came, empty if there was none; must not be changed. */
    public byte[] body() {
        return http.body();
    }

    /** Returns true if the client is still connected. */
    boolean isAwaited() {
        return http.connection().isOpen();
    }

    /** Returns the time that the client says it waits for the answer. */
    long remainingMillis(long otherwise) {
        String remaining = fields.given(RequestField.REMAINING_MILLIS);
        try {
            // Some clients write fractions.
            return remaining == null ? otherwise : Math.max(0, (long) Double.parseDouble(remaining));
        } catch (NumberFormatException _) {
            return otherwise;
        }
    }

    /** Returns true if the connection is encrypted. */
    public boolean isSecure() {
        return http.connection().isSecure();
    }

    /** Marks the sender as authenticated: the transport gives its connection wider limits. */
    public void admitted() {
        http.connection().loggedIn();
    }

    /** Returns true if the request comes from this machine. */
    public boolean isFromLoopback() {
        return http.connection().peer().getAddress().isLoopbackAddress();
    }

    /** Host and port by which the client calls this server. */
    public String authority() {
        String host = fields.get(RequestField.HOST);
        return host == null ? "localhost" : host;
    }

    /** The partition key as JSON text, as it was sent; null when there is none. */
    public @Nullable String partitionKey() {
        return fields.given(RequestField.PARTITION_KEY);
    }

    public @Nullable String partitionKeyRangeId() {
        return fields.given(RequestField.PARTITION_KEY_RANGE_ID);
    }

    /** Returns the continuation to resume from, or null; an empty one counts as none. */
    public @Nullable String continuation() {
        return fields.given(RequestField.CONTINUATION);
    }

    public @Nullable String ifMatch() {
        return fields.given(RequestField.IF_MATCH);
    }

    public @Nullable String ifNoneMatch() {
        return fields.given(RequestField.IF_NONE_MATCH);
    }

    /** Returns the most items of a page; -1 or no field leaves it to the server. */
    public int maxItemCount() {
        String text = fields.given(RequestField.MAX_ITEM_COUNT);
        if (text == null) {
            return -1;
        }
        int count = integer(RequestField.MAX_ITEM_COUNT, text);
        if (count == 0 || count < -1) {
            throw invalid(RequestField.MAX_ITEM_COUNT, text);
        }
        return count;
    }

    /** Returns the maximum size of a continuation token, in bytes. */
    public int continuationBytesMax() {
        String text = fields.given(RequestField.CONTINUATION_LIMIT_KB);
        if (text == null) {
            return Integer.MAX_VALUE;
        }
        int kilobytes = integer(RequestField.CONTINUATION_LIMIT_KB, text);
        if (kilobytes < 1) {
            throw invalid(RequestField.CONTINUATION_LIMIT_KB, text);
        }
        return (int) Math.min((long) kilobytes << 10, Integer.MAX_VALUE);
    }

    /** Returns true if the answer to a write may leave out the item. */
    public boolean prefersMinimal() {
        String prefer = fields.get(RequestField.PREFER);
        return prefer != null && prefer.equalsIgnoreCase("return=minimal");
    }

    /** @throws CosmosException when the text is no integer */
    public static int integer(RequestField field, String text) {
        try {
            return Integer.parseInt(text.strip());
        } catch (NumberFormatException _) {
            throw invalid(field, text);
        }
    }

    private static CosmosException invalid(RequestField field, String text) {
        String shown = text.length() > 100 ? text.substring(0, 100) : text;
        return CosmosException.badRequest("Invalid value '" + shown + "' for the header '" + field.word() + "'.");
    }

    @Override
    public String toString() {
        return verb + " " + link;
    }
}
