"""The whole display of kmsdrm, opened for OpenGL from the start, so that SDL never opens it a second time."""

import os

import pygame
from pygame._sdl2 import video

DRIVER = "KMSDRM"
_GLES_2 = (
    (pygame.GL_CONTEXT_PROFILE_MASK, pygame.GL_CONTEXT_PROFILE_ES),
    (pygame.GL_CONTEXT_MAJOR_VERSION, 2),
    (pygame.GL_CONTEXT_MINOR_VERSION, 0),
)


class GlPicture:
    """A surface, and the display that shows it. Main thread only. Raises pygame.error if none opens.

    `pygame.display.set_mode` would open a plain window, which SDL closes and opens again for OpenGL as soon as
    something is drawn. Mesa confuses the second with the first: it draws into buffers that are not displayed, and the
    display stays black without an error.
    """

    def __init__(self, title: str) -> None:
        for attribute, value in _GLES_2:
            pygame.display.gl_set_attribute(attribute, value)
        os.environ.setdefault("SDL_RENDER_DRIVER", "opengles2")
        size = pygame.display.get_desktop_sizes()[0]
        self._window = video.Window(title, size=size, fullscreen=True, opengl=True)
        self._renderer: video.Renderer | None = None
        self._texture: video.Texture | None = None
        try:
            self._renderer = video.Renderer(self._window)
            self._texture = video.Texture(self._renderer, size, streaming=True)
        except pygame.error:
            self.close()
            raise
        self.surface = pygame.Surface(size, depth=32)

    def show(self) -> None:
        """Show the surface on the display. Raises pygame.error if that fails."""
        if self._renderer is None or self._texture is None:
            raise pygame.error("the display was given back")
        self._texture.update(self.surface)
        self._renderer.clear()
        self._texture.draw()
        self._renderer.present()

    def close(self) -> None:
        """Release the display; the surface stays. A second call does nothing.

        The texture is freed before the window, because SDL frees it with the window, and pygame would free it twice.
        """
        self._texture = None
        self._renderer = None
        self._window.destroy()
