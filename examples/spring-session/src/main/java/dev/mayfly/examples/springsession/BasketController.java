package dev.mayfly.examples.springsession;

import jakarta.servlet.http.HttpSession;
import java.util.ArrayList;
import java.util.List;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RestController;

/** A basket, which lives as long as its session. */
@RestController
class BasketController {
    private static final String BASKET = "basket";

    @PostMapping("/basket/{article}")
    List<String> add(@PathVariable("article") String article, HttpSession session) {
        List<String> basket = new ArrayList<>(show(session));
        basket.add(article);
        session.setAttribute(BASKET, basket);
        return basket;
    }

    @GetMapping("/basket")
    @SuppressWarnings("unchecked") // Nothing else is put there.
    List<String> show(HttpSession session) {
        List<String> basket = (List<String>) session.getAttribute(BASKET);
        return basket == null ? List.of() : basket;
    }
}
