package dev.mayfly.app.console.page;

import dev.mayfly.face.api.FaceDefinitions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** The page of the server's settings, each with what says so, and of the users of the faces. */
final class SettingsPage {
    private static final String USERS = "200";

    private final Map<String, FaceDefinitions> definitions;

    SettingsPage(Map<String, FaceDefinitions> definitions) {
        this.definitions = definitions;
    }

    /** A user of a face. */
    record FaceAccount(String face, Facts facts) {
        String api() {
            return "/api/v1/users/" + face + "/" + CollectionPath.encoded(facts.text("name"));
        }

        String roles() {
            return String.join(", ", facts.texts("roles"));
        }
    }

    /**
     * The model of the page.
     *
     * @param complaint why nothing is shown, or empty
     * @param faces that know users
     * @param keys of accounts
     */
    record Model(
            List<Facts> settings,
            List<FaceAccount> users,
            List<String> faces,
            List<FaceAccount> keys,
            String complaint) {
        /** Returns the users of faces that have keys: their clients act by tokens, which are signed with these. */
        List<FaceAccount> tokenHolders() {
            return users.stream()
                    .filter(user -> keys.stream().anyMatch(key -> key.face().equals(user.face())))
                    .toList();
        }
    }

    Html show(Visit visit) {
        ApiAnswer answer = visit.api().get("/api/v1/config");
        List<FaceAccount> users = new ArrayList<>();
        List<String> faces = new ArrayList<>();
        List<FaceAccount> keys = new ArrayList<>();
        for (String face : new TreeSet<>(definitions.keySet())) {
            ApiAnswer found = visit.api().get("/api/v1/users/" + face, Map.of("limit", USERS));
            if (found.isFine()) {
                faces.add(face);
                found.facts().list("items").forEach(user -> users.add(new FaceAccount(face, user)));
                visit.api().get("/api/v1/keys/" + face).orNothing().list("items").stream()
                        .map(key -> new FaceAccount(face, key))
                        .forEach(keys::add);
            }
        }
        Model model = new Model(
                answer.orNothing().list("items"), users, faces, keys, answer.isFine() ? "" : answer.complaint());
        Frame frame = Frame.of(visit, "Settings", "settings");
        return out -> JtesettingsGenerated.render(out, NoInterceptor.INSTANCE, frame, model);
    }
}
