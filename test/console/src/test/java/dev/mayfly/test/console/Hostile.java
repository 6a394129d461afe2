package dev.mayfly.test.console;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.bson.Document;

/** Documents, keys and names that would be markup, if anybody let them. */
final class Hostile {
    static final String COLLECTION = "<b class=stored>{{7*7}}\"'><img src=x onerror=stored=1>";
    static final String NAME = "mongo/shop/" + COLLECTION;

    private static final String ID = "<img src=x onerror=stored=1>";

    static final String ENCODED_ID = encoded(ID);

    private Hostile() {}

    static List<Document> documents() {
        return List.of(
                new Document("_id", ID).append("a", "<script>stored=1</script><b class=stored>b</b>"),
                new Document("_id", "\"><svg/onload=stored=1>").append("</td><b class=stored>", "${7*7}"),
                new Document("_id", "javascript:stored=1").append("a", "</textarea><img src=x onerror=stored=1>"),
                new Document("_id", "'-stored=1-'").append("a", "\u2028<img src=x onerror=stored=1>"));
    }

    static String page(String more) {
        return "/console/collections/mongo/shop/" + encoded(COLLECTION) + more;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }
}
